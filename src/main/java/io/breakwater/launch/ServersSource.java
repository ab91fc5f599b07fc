package io.breakwater.launch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.options.Configuration;
import io.breakwater.options.ConfigurationText;
import io.breakwater.options.Mistake;
import io.breakwater.options.Options;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.options.servers.Servers;
import io.breakwater.options.servers.ServersReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Where the servers behind this one are named: in the configuration, and in files as clients have them; where no file is
 * named, in every file of {@code conf/} that holds servers. A process that stands behind another gateway as its child
 * reads only files that its own command line names: it runs in the same folder, and would find itself.
 *
 * <p>Confined to one thread at a time; reads files, so not on a loop.
 */
final class ServersSource {
  /** Files of {@code conf/} that are looked into. */
  private static final int FILES_MAX = 50;

  private final Options options;
  private final ObjectNode own;
  private final Map<String, String> environment;
  private final Path folder;
  private final int depth;
  private volatile List<ServerEntry> last = List.of();
  private String print = "";

  /**
   * What was read.
   *
   * @param broken what is wrong with whole files
   */
  record Read(Servers servers, List<Mistake> broken) {}

  /**
   * @param own the {@code mcpServers} of the configuration
   * @param folder where files lie that nobody names
   */
  ServersSource(Options options, ObjectNode own, Map<String, String> environment, Path folder) {
    this.options = options;
    this.own = own;
    this.environment = environment;
    this.folder = folder;
    this.depth = ServerEntry.depth(environment);
  }

  /** No servers but those of the options. */
  static ServersSource of(Options options, ObjectNode own) {
    return new ServersSource(options, own, System.getenv(), Path.of("conf"));
  }

  /** Reads them anew. */
  Read read() {
    print = print();
    ServersReader reader = new ServersReader(options.gateway(), environment);
    if (depth == 0) {
      reader.map("mcpServers", own);
    }
    files().forEach(reader::file);
    Read read = depth < ServerEntry.DEPTH_MAX
        ? new Read(reader.servers(), reader.broken())
        : new Read(tooDeep(), List.of());
    last = read.servers().entries();
    return read;
  }

  private Servers tooDeep() {
    Mistake mistake = Mistake.expected(
        "servers",
        depth + " gateways stand before this one",
        "fewer than " + ServerEntry.DEPTH_MAX + "; one may stand behind itself");
    return new Servers(List.of(), List.of(mistake), List.of(), List.of());
  }

  /** The servers that were read last, by their names; may be asked from anywhere. */
  List<String> names() {
    return last.stream().map(ServerEntry::name).toList();
  }

  /** Whether a file was changed, added or taken away since they were read. */
  boolean changed() {
    return !print.equals(print());
  }

  private List<Path> files() {
    List<String> named = options.gateway().servers();
    if (named.isEmpty()) {
      return depth == 0 ? lying() : List.of();
    }
    return named.stream().map(Path::of).toList();
  }

  private List<Path> lying() {
    TreeSet<Path> found = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
      for (Path file : files) {
        if (found.size() < FILES_MAX && holdsServers(file)) {
          found.add(file);
        }
      }
    } catch (IOException e) {
      // There is no such folder.
      return List.of();
    }
    return List.copyOf(found);
  }

  /** Our own configuration has been read, and a schema is about servers without having any. */
  private static boolean holdsServers(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    if (name.equals("breakwater.json")
        || name.endsWith(".schema.json")
        || !Files.isRegularFile(file)) {
      return false;
    }
    return ConfigurationText.parse(name, content(file), mistake -> {})
        .filter(ServersReader::holdsServers)
        .isPresent();
  }

  private static String content(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(Configuration.TEXT_BYTES_MAX + 1), StandardCharsets.UTF_8);
    }
  }

  /** Of the content: a file may be written twice within the resolution of its time. */
  private String print() {
    List<String> parts = new ArrayList<>();
    for (Path file : files()) {
      try {
        byte[] digest = MessageDigest.getInstance("SHA-256")
            .digest(content(file).getBytes(StandardCharsets.UTF_8));
        parts.add(file + " " + HexFormat.of().formatHex(digest));
      } catch (IOException e) {
        parts.add(file + " cannot be read");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
    return String.join("\n", parts);
  }
}
