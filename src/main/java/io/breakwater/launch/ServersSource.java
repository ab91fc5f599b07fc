package io.breakwater.launch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.options.ConfigurationText;
import io.breakwater.options.Mistake;
import io.breakwater.options.Options;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.options.servers.Servers;
import io.breakwater.options.servers.ServersReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
  /** What each file held when it was not broken. */
  private final Map<Path, String> good = new HashMap<>();

  private String print = "";

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

  /** Reads them anew. Of a file, or an entry, that is broken now, what it held before counts. */
  Servers read() {
    print = print();
    ServersReader reader = new ServersReader(options.gateway(), environment, last);
    if (depth == 0) {
      reader.map("mcpServers", own);
    }
    List<Path> files = files();
    good.keySet().retainAll(files);
    for (Path file : files) {
      @Nullable String taken = reader.file(file, good.get(file));
      if (taken != null) {
        good.put(file, taken);
      }
    }
    Servers servers = depth < ServerEntry.DEPTH_MAX ? reader.servers() : tooDeep();
    last = servers.entries();
    return servers;
  }

  private Servers tooDeep() {
    Mistake mistake = Mistake.expected(
        "servers",
        depth + " gateways stand before this one",
        "fewer than " + ServerEntry.DEPTH_MAX + "; one may stand behind itself");
    return new Servers(List.of(), List.of(mistake), List.of(), List.of());
  }

  /** The servers that were read last, by the names of their own endpoints; may be asked from anywhere. */
  List<String> names() {
    return last.stream().map(ServerEntry::routeName).toList();
  }

  /** What is wrong with the files that somebody has named, where there is nothing to read. */
  List<Mistake> missing() {
    return options.gateway().servers().stream()
        .filter(file -> !Files.isReadable(Path.of(file)) || Files.isDirectory(Path.of(file)))
        .map(file -> Mistake.expected(file, "cannot be read", "a file with mcpServers"))
        .toList();
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
      files.forEach(found::add);
    } catch (IOException | DirectoryIteratorException e) {
      // There is no such folder, or none that we may read.
      return List.of();
    }
    return found.stream().filter(ServersSource::counts).limit(FILES_MAX).toList();
  }

  /**
   * Our own configuration has been read, and a schema is about servers without having any. One that is broken counts: it
   * may be about servers, and whoever put it there wants to know.
   */
  private static boolean counts(Path file) {
    String name = String.valueOf(file.getFileName());
    if (name.equals("breakwater.json")
        || name.endsWith(".schema.json")
        || !Files.isRegularFile(file)) {
      return false;
    }
    try {
      return ConfigurationText.parse(name, ConfigurationText.of(file), mistake -> {})
          .map(ServersReader::holdsServers)
          .orElse(true);
    } catch (IOException e) {
      return true;
    }
  }

  /** Of the content: a file may be written twice within the resolution of its time. */
  private String print() {
    List<String> parts = new ArrayList<>();
    for (Path file : files()) {
      try {
        byte[] digest = MessageDigest.getInstance("SHA-256")
            .digest(ConfigurationText.of(file).getBytes(StandardCharsets.UTF_8));
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
