package io.breakwater.feature;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Answers;
import io.breakwater.api.Call;
import io.breakwater.api.CallerSession;
import io.breakwater.api.LogLevel;
import io.breakwater.api.Question;
import io.breakwater.dispatch.Invocation;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.MetaKeys;
import io.breakwater.spec.Notifications;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request in flight as its handler sees it.
 *
 * <p>Thread-safe.
 */
final class BoundCall implements Call {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Invocation invocation;
  private final @Nullable JsonNode progressToken;
  private volatile @Nullable JsonNode kept;

  // Confined to the loop of the invocation.
  private double lastProgress = Double.NEGATIVE_INFINITY;

  BoundCall(Invocation invocation) {
    this.invocation = invocation;
    this.kept = invocation.state();
    JsonNode token = invocation.meta().get(MetaKeys.PROGRESS_TOKEN);
    this.progressToken = token != null && RequestId.legal(token) ? token : null;
  }

  @Override
  public @Nullable String principal() {
    return invocation.caller().principal();
  }

  @Override
  public @Nullable ObjectNode clientInfo() {
    return invocation.caller().info();
  }

  @Override
  public ObjectNode clientCapabilities() {
    return invocation.caller().capabilities();
  }

  @Override
  public ObjectNode meta() {
    return invocation.meta();
  }

  @Override
  public @Nullable CallerSession session() {
    return invocation.caller().session();
  }

  @Override
  public List<String> headers(String name) {
    return invocation.caller().headers().apply(name);
  }

  @Override
  public @Nullable LogLevel logLevel() {
    return LogLevel.of(invocation.caller().logLevel().get());
  }

  @Override
  public void alive() {
    invocation.progressed();
  }

  /** A value that is not above the last one is not sent: the protocol wants progress to grow. */
  @Override
  public void progress(double progress, @Nullable Double total, @Nullable String message) {
    invocation.progressed();
    if (progressToken != null && Double.isFinite(progress)) {
      invocation.onLoop(() -> sendProgress(progressToken, progress, total, message));
    }
  }

  private void sendProgress(
      JsonNode token, double progress, @Nullable Double total, @Nullable String message) {
    if (progress <= lastProgress) {
      return;
    }
    lastProgress = progress;
    ObjectNode params = JSON.objectNode();
    params.set(MetaKeys.PROGRESS_TOKEN, token);
    params.set("progress", number(progress));
    if (total != null && Double.isFinite(total)) {
      params.set("total", number(total));
    }
    if (message != null) {
      params.put("message", message);
    }
    invocation.send(Notifications.PROGRESS, params);
  }

  private static JsonNode number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? JSON.numberNode((long) value)
        : JSON.numberNode(value);
  }

  @Override
  public void log(LogLevel level, @Nullable String logger, JsonNode data) {
    LogLevel least = logLevel();
    if (least == null || !level.atLeast(least)) {
      return;
    }
    ObjectNode params = JSON.objectNode().put("level", level.wireName());
    if (logger != null) {
      params.put("logger", logger);
    }
    params.set("data", data);
    invocation.send(Notifications.MESSAGE, params);
  }

  @Override
  public boolean cancelled() {
    return invocation.cancelled();
  }

  @Override
  public void onCancel(Runnable task) {
    invocation.onCancel(task);
  }

  @Override
  public Map<String, JsonNode> answers() {
    return invocation.answers();
  }

  @Override
  public Future<Answers> ask(Map<String, ? extends Question> questions) {
    ObjectNode missing = JSON.objectNode();
    questions.forEach((key, question) -> {
      if (!invocation.answers().containsKey(key) && !question.supportedBy(clientCapabilities())) {
        merge(missing, question.capability());
      }
    });
    return missing.isEmpty()
        ? Answers.read(questions, invocation.answers())
        : Future.failedFuture(Refusal.missingCapability(missing));
  }

  private static void merge(ObjectNode into, ObjectNode capability) {
    capability.properties().forEach(entry -> {
      ObjectNode target = into.withObjectProperty(entry.getKey());
      if (entry.getValue() instanceof ObjectNode nested) {
        merge(target, nested);
      }
    });
  }

  @Override
  public @Nullable JsonNode state() {
    return kept;
  }

  @Override
  public void keep(@Nullable JsonNode state) {
    kept = state;
  }

  @Override
  public void disconnect(long retryMs) {
    invocation.disconnect(retryMs);
  }
}
