package io.breakwater.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.MetaKeys;
import io.vertx.core.Context;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request being served.
 *
 * <pre>
 * RUNNING -- end -----> ENDED       nothing is sent any more
 * RUNNING -- cancel --> CANCELLED   nothing is sent any more, and whoever works on it is told
 * </pre>
 *
 * <p>Thread-safe: what is said from elsewhere hops to the loop of the invocation.
 */
public final class Invocation {
  private static final Logger LOG = LoggerFactory.getLogger(Invocation.class);

  private enum State {
    RUNNING,
    ENDED,
    CANCELLED
  }

  private final Context loop;
  private final Message.Request request;
  private final Caller caller;
  private final Outlet outlet;
  private final Map<String, JsonNode> answers;
  private final @Nullable JsonNode state;

  // Confined to the loop.
  private final List<Runnable> onCancel = new ArrayList<>(2);
  private Runnable whenProgressed = () -> {};
  private Consumer<RuntimeException> whenCancelled = why -> {};

  private volatile State phase = State.RUNNING;

  /** How much was said on other threads and is still on its way to the loop. */
  private final AtomicInteger onTheWay = new AtomicInteger();

  /**
   * @param loop where the request is served
   * @param answers what the client has answered so far to questions of this request, by their keys
   * @param state what the handler kept on the last round, or null on the first
   */
  public Invocation(
      Context loop,
      Message.Request request,
      Caller caller,
      Outlet outlet,
      Map<String, JsonNode> answers,
      @Nullable JsonNode state) {
    this.loop = loop;
    this.request = request;
    this.caller = caller;
    this.outlet = outlet;
    this.answers = Map.copyOf(answers);
    this.state = state;
  }

  /** The same request, served once more with more answers. */
  public Invocation again(Map<String, JsonNode> newAnswers, @Nullable JsonNode newState) {
    return new Invocation(loop, request, caller, outlet, newAnswers, newState);
  }

  public RequestId id() {
    return request.id();
  }

  public String method() {
    return request.method();
  }

  public ObjectNode params() {
    return request.params();
  }

  /** {@code params._meta}, or an empty object. */
  public ObjectNode meta() {
    JsonNode meta = request.params().path(MetaKeys.META);
    return meta.isObject() ? (ObjectNode) meta : JsonNodeFactory.instance.objectNode();
  }

  public Caller caller() {
    return caller;
  }

  public Context loop() {
    return loop;
  }

  public Map<String, JsonNode> answers() {
    return answers;
  }

  public @Nullable JsonNode state() {
    return state;
  }

  public boolean cancelled() {
    return phase == State.CANCELLED;
  }

  /** Sends a notification that belongs to this request; dropped once the request has ended. */
  public void send(String method, ObjectNode params) {
    onLoop(() -> {
      if (phase == State.RUNNING) {
        outlet.send(new Message.Notification(method, params));
      }
    });
  }

  /** Lets the caller come back later for the rest, where it can; else does nothing. */
  public void disconnect(long retryMs) {
    onLoop(() -> {
      if (phase == State.RUNNING) {
        outlet.disconnect(retryMs);
      }
    });
  }

  /** Says that the work goes on: the deadline starts anew, within its outer bound. */
  public void progressed() {
    onLoop(() -> whenProgressed.run());
  }

  /** Registers what ends the work; called at once when the request is cancelled already. */
  public void onCancel(Runnable task) {
    onLoop(() -> {
      if (phase == State.CANCELLED) {
        task.run();
      } else if (phase == State.RUNNING) {
        onCancel.add(task);
      }
    });
  }

  /** Cancels the request: the peer wants no answer any more. */
  public void cancel() {
    cancel(new Cancelled());
  }

  /**
   * Cancels the request and says why: with {@link Cancelled} for a peer that wants no answer, with a refusal for one
   * that gets it.
   */
  void cancel(RuntimeException why) {
    onLoop(() -> {
      if (phase == State.RUNNING) {
        phase = State.CANCELLED;
        // Whoever is told may end the invocation or register more.
        List<Runnable> told = List.copyOf(onCancel);
        onCancel.clear();
        whenCancelled.accept(why);
        told.forEach(this::tell);
      }
    });
  }

  private void tell(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("What should end request " + Refusal.clip(id().toString()) + " failed", e);
    }
  }

  /** Lets the dispatcher hear of it; on the loop. */
  void watched(Runnable onProgress, Consumer<RuntimeException> onCancellation) {
    whenProgressed = onProgress;
    whenCancelled = onCancellation;
  }

  void end() {
    if (phase == State.RUNNING) {
      phase = State.ENDED;
    }
    onCancel.clear();
    watched(() -> {}, why -> {});
  }

  /** Runs the task on the loop of the invocation: now when called there, else soon. */
  public void onLoop(Runnable task) {
    if (inThread()) {
      task.run();
    } else {
      onTheWay.incrementAndGet();
      loop.runOnContext(ignored -> {
        onTheWay.decrementAndGet();
        task.run();
      });
    }
  }

  /** Runs the task on the loop after all that is on its way there: an outcome must not overtake what was said before. */
  void onLoopInOrder(Runnable task) {
    if (inThread() && onTheWay.get() == 0) {
      task.run();
    } else {
      loop.runOnContext(ignored -> task.run());
    }
  }

  private boolean inThread() {
    return ((ContextInternal) loop).inThread();
  }

  /** The member of the parameters that must be a string. */
  public String requireText(String member) {
    JsonNode value = request.params().get(member);
    if (value == null || !value.isTextual()) {
      throw Refusal.invalidParams(
          "params." + member + ": missing or not a string (expected: a string)");
    }
    return value.asText();
  }
}
