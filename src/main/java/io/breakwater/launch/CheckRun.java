package io.breakwater.launch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.options.Options;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.options.servers.Servers;
import io.breakwater.options.servers.Sharing;
import io.breakwater.provider.upstream.State;
import io.breakwater.provider.upstream.Status;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Prints the configuration as it comes out, the servers behind this one among it, without secrets; and, when asked, what
 * those servers offer. What is wrong goes to the other stream, a line each.
 *
 * <p>Confined to the main thread.
 */
final class CheckRun {
  /** Beyond the time that a server has for its lists. */
  private static final long PATIENCE_MS = 10_000;

  private final PrintStream out;
  private final PrintStream err;

  CheckRun(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Returns the exit code: 2 when anything is wrong with the servers, 1 when one does not answer. */
  int check(Options options, ServersSource source, boolean ask) {
    Servers servers = source.read();
    servers.notes().forEach(note -> err.println("note: " + note));
    servers.warnings().forEach(warning -> err.println("warning: " + warning));
    servers.failures().forEach(failure -> err.println("error: " + failure));
    ObjectNode tree = options.toJson();
    ObjectNode printed = tree.putObject("mcpServers");
    servers.entries().forEach(entry -> printed.set(entry.name(), describe(entry)));
    boolean answer = !ask || ask(options, servers.entries(), printed);
    out.print(tree.toPrettyString() + "\n");
    out.flush();
    if (!servers.failures().isEmpty()) {
      return Launch.WRONG;
    }
    return answer ? Launch.OK : Launch.FAILED;
  }

  private static ObjectNode describe(ServerEntry entry) {
    ObjectNode described = JsonNodeFactory.instance
        .objectNode()
        .put("at", entry.reach().toString())
        .put("share", lower(entry.sharing().name()))
        .put("prefix", lower(entry.prefix().name()));
    if (entry.sharing() == Sharing.POOL) {
      described.put("poolSize", entry.poolSize());
    }
    if (entry.callMs() > 0) {
      described.put("callMs", entry.callMs());
    }
    if (!entry.forwardHeaders().isEmpty()) {
      ArrayNode headers = described.putArray("forwardHeaders");
      entry.forwardHeaders().forEach(headers::add);
    }
    return described;
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  /** Reaches all servers, and adds what they offer; returns whether all have answered. */
  private boolean ask(Options options, List<ServerEntry> entries, ObjectNode printed) {
    Vertx vertx = Vertx.vertx();
    Breakwater breakwater = Breakwater.create(vertx, options);
    try {
      breakwater
          .servers(entries)
          .compose(named -> breakwater.offered())
          .toCompletionStage()
          .toCompletableFuture()
          .get(options.gateway().listMs() + PATIENCE_MS, TimeUnit.MILLISECONDS)
          .forEach((name, tools) -> offer(printed, name, tools));
    } catch (ExecutionException | TimeoutException e) {
      err.println("The servers could not be asked: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<Status> statuses = breakwater.servers();
    statuses.forEach(status -> state(printed, status));
    try {
      var unused = breakwater
          .close()
          .eventually(vertx::close)
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      err.println("Not everything has ended: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return statuses.stream().allMatch(status -> status.state() == State.UP);
  }

  private static void offer(ObjectNode printed, String server, List<String> tools) {
    if (printed.get(server) instanceof ObjectNode described) {
      ArrayNode names = described.putArray("tools");
      tools.forEach(names::add);
    }
  }

  private static void state(ObjectNode printed, Status status) {
    if (printed.get(status.name()) instanceof ObjectNode described) {
      described.put("state", status.state().toString());
      if (!status.why().isEmpty()) {
        described.put("why", status.why());
      }
      described.put("prompts", status.prompts());
      described.put("resources", status.resources());
      described.put("templates", status.templates());
    }
  }
}
