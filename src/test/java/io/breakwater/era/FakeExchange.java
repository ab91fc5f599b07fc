package io.breakwater.era;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.rpc.Json;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An exchange that writes down what it is told to say, a line each:
 *
 * <pre>
 * 200 {'jsonrpc':'2.0','id':1,'result':{}}     an answer, its headers between status and body
 * stream                                       an event stream opens
 * 1-0 {'jsonrpc':...}                          an event with its id, "-" for none
 * prime 1-0 retry 1000                         an event without data
 * retry 500
 * end                                          the stream ends
 * WRONG ...                                    what is said after the end
 * </pre>
 *
 * <p>Like the real one it drops what is said to a peer that went away, and hops to its own loop.
 */
public final class FakeExchange implements Exchange {
  private final Head head;
  private final Context loop;
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final List<Runnable> onGone = new ArrayList<>();
  private final Map<String, String> answered = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final Map<Integer, CompletableFuture<Void>> lines = new TreeMap<>();
  private State state = State.FRESH;

  private enum State {
    FRESH,
    STREAMING,
    ENDED,
    GONE
  }

  public FakeExchange(Head head) {
    this(head, Vertx.currentContext());
  }

  public FakeExchange(Head head, Context loop) {
    this.head = head;
    this.loop = loop;
  }

  /** All lines so far. */
  public List<String> said() {
    return List.copyOf(said);
  }

  /** The lines since this was asked for the last time. */
  public List<String> heard() {
    List<String> lines = List.copyOf(said);
    said.clear();
    return lines;
  }

  /** A header of the answer, or null. */
  public @Nullable String header(String name) {
    return answered.get(name);
  }

  /** Waits, on a thread that is no event loop, until the answer or the stream has ended. */
  public FakeExchange awaitEnd() {
    end.orTimeout(20, TimeUnit.SECONDS).join();
    return this;
  }

  /** Waits likewise until this many lines were said. */
  public FakeExchange awaitLines(int count) {
    CompletableFuture<Void> reached = new CompletableFuture<>();
    onLoop(() -> {
      lines.put(count, reached);
      reach();
    });
    reached.orTimeout(20, TimeUnit.SECONDS).join();
    return this;
  }

  private void reach() {
    lines.forEach((count, reached) -> {
      if (said.size() >= count) {
        reached.complete(null);
      }
    });
  }

  /** The peer goes away; before anything was said or in the middle. */
  public void goAway() {
    onLoop(() -> {
      if (state == State.FRESH || state == State.STREAMING) {
        state = State.GONE;
        List.copyOf(onGone).forEach(Runnable::run);
        onGone.clear();
      }
    });
  }

  @Override
  public Head head() {
    return head;
  }

  @Override
  public Context loop() {
    return loop;
  }

  @Override
  public void answer(int status, Map<String, String> headers, @Nullable JsonNode body) {
    String line = status + lines(headers) + (body == null ? "" : " " + Json.quoted(body));
    onLoop(() -> {
      if (state == State.FRESH) {
        state = State.ENDED;
        answered.putAll(headers);
        say(line);
        end.complete(null);
      } else {
        wrong(line);
      }
    });
  }

  private static String lines(Map<String, String> headers) {
    StringBuilder lines = new StringBuilder();
    new TreeMap<>(headers).forEach((name, value) -> {
      boolean secret = name.equalsIgnoreCase("Mcp-Session-Id");
      lines.append(' ').append(name).append(": ").append(secret ? "*" : value);
    });
    return lines.toString();
  }

  @Override
  public EventStream stream(Map<String, String> headers) {
    String line = "stream" + lines(headers);
    onLoop(() -> {
      if (state == State.FRESH) {
        state = State.STREAMING;
        answered.putAll(headers);
        say(line);
      } else {
        wrong(line);
      }
    });
    return new Stream();
  }

  @Override
  public void onGone(Context where, Runnable task) {
    Runnable there = () -> on(where, task);
    onLoop(() -> {
      if (state == State.GONE) {
        there.run();
      } else if (state != State.ENDED) {
        onGone.add(there);
      }
    });
  }

  private void say(String line) {
    said.add(line);
    reach();
  }

  private void wrong(String line) {
    if (state != State.GONE) {
      say("WRONG " + line);
    }
  }

  private void onLoop(Runnable task) {
    on(loop, task);
  }

  private static void on(Context context, Runnable task) {
    if (((ContextInternal) context).inThread()) {
      task.run();
    } else {
      context.runOnContext(ignored -> task.run());
    }
  }

  private final class Stream implements EventStream {
    @Override
    public void message(@Nullable String id, Buffer json) {
      String text = Json.quoted(json.toString(StandardCharsets.UTF_8));
      streamed((id == null ? "-" : id) + " " + text);
    }

    @Override
    public void prime(String id, long retryMs) {
      streamed("prime " + id + (retryMs > 0 ? " retry " + retryMs : ""));
    }

    @Override
    public void retry(long retryMs) {
      streamed("retry " + retryMs);
    }

    @Override
    public void end() {
      onLoop(() -> {
        if (state == State.STREAMING) {
          state = State.ENDED;
          onGone.clear();
          say("end");
          end.complete(null);
        } else {
          wrong("end");
        }
      });
    }

    private void streamed(String line) {
      onLoop(() -> {
        if (state == State.STREAMING) {
          say(line);
        } else {
          wrong(line);
        }
      });
    }
  }
}
