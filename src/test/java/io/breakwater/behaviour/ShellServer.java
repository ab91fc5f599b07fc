package io.breakwater.behaviour;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.options.servers.Reach;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An MCP server that is a shell script: small enough that a test starts many of it, and as badly behaved as a test
 * wants. Each one that runs writes its pid into a file, and every line that it reads into another.
 *
 * <p>Immutable, but for what its processes write.
 */
record ShellServer(Path folder) {
  private static final String SCRIPT = """
      echo $$ >> "$PIDS"
      result() { printf '{"jsonrpc":"2.0","id":%%s,"result":%%s}\\n' "$id" "$1"; }
      text() { result "{\\"content\\":[{\\"type\\":\\"text\\",\\"text\\":\\"$1\\"}]}"; }
      tool() { printf '{"name":"%%s","inputSchema":{"type":"object"}}' "$1"; }
      %s
      while read -r line; do
        printf '%%s\\n' "$line" >> "$LINES"
        id=${line#*\\"id\\":}; id=${id%%%%[,\\}]*}
        case $line in
          %s
          *'"method":"initialize"'*)
            result '{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"resources":{"subscribe":true}},"serverInfo":{"name":"sh","version":"1"}}' ;;
          *'"method":"tools/list"'*)
            result "{\\"tools\\":[$(tool pid),$(tool die),$(tool never),$(tool hold),$(tool big),$(tool flood)]}" ;;
          *'"method":"resources/list"'*)
            result '{"resources":[{"uri":"demo://a","name":"a"}]}' ;;
          *'"method":"resources/templates/list"'*) result '{"resourceTemplates":[]}' ;;
          *'"method":"resources/subscribe"'*) result '{}' ;;
          *'"method":"resources/unsubscribe"'*) result '{}' ;;
          *'"name":"pid"'*) text $$ ;;
          *'"name":"die"'*) kill -9 $$ ;;
          *'"name":"never"'*) ;;
          *'"name":"hold"'*)
            while [ ! -e "$RELEASE" ]; do sleep 0.05; done
            text $$ ;;
          *'"name":"big"'*)
            bytes=${line#*\\"bytes\\":}; bytes=${bytes%%%%[,\\}]*}
            left=$(text ''); left=$((bytes - ${#left}))
            text "$(printf "%%${left}s" '')" ;;
          *'"name":"flood"'*)
            seq 20000 >&2
            text $$ ;;
        esac
      done
      %s
      """;

  ShellServer {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException("no folder: " + folder);
    }
  }

  /** One that behaves. */
  Reach reach() {
    return reach("", "", "");
  }

  /**
   * @param first done before anything is read
   * @param cases of what is read, in front of the usual ones
   * @param last done when nothing more can be read
   */
  Reach reach(String first, String cases, String last) {
    return command(SCRIPT.formatted(first, cases, last));
  }

  /** A script that is no server, and knows only where its pid goes. */
  Reach command(String script) {
    Map<String, String> environment = Map.of(
        "PATH", System.getenv("PATH"),
        "PIDS", pids().toString(),
        "LINES", folder.resolve("lines").toString(),
        "RELEASE", folder.resolve("release").toString());
    return new Reach.Command(List.of("sh", "-c", script), environment, folder);
  }

  private Path pids() {
    return folder.resolve("pids");
  }

  /** All that ever ran, the first first. */
  List<Long> started() {
    return read("pids").stream().map(Long::valueOf).toList();
  }

  /** Those that run now. */
  List<Long> running() {
    return started().stream().filter(ShellServer::runs).toList();
  }

  static boolean runs(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !zombie(pid);
  }

  /** Ended, but nobody has asked yet how: not ours to see to when its parent ended before it. */
  private static boolean zombie(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
    } catch (IOException elsewhere) {
      return false;
    }
  }

  /** How many of the messages that were read are of this method, and of this tool where one is named. */
  long heard(String method, String name) {
    return read("lines").stream()
        .map(io.breakwater.behaviour.Json::read)
        .filter(line -> line.path("method").asText().equals(method))
        .filter(line -> name.isEmpty() || nameOf(line).equals(name))
        .count();
  }

  private static String nameOf(JsonNode line) {
    return line.path("params").path("name").asText();
  }

  /** Lets go all calls of the tool that holds them. */
  void release() {
    try {
      Path unused = Files.createFile(folder.resolve("release"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> read(String file) {
    try {
      Path path = folder.resolve(file);
      if (!Files.exists(path)) {
        return List.of();
      }
      String text = Files.readString(path);
      // What is being written is a line only when it is whole.
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
