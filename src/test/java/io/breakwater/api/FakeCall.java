package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call that is held in the hand: what the client answered is given, what the handler said is kept. */
public final class FakeCall implements Call {
  public final Map<String, JsonNode> answers = new HashMap<>();
  public final List<String> said = new ArrayList<>();
  public final ObjectNode meta = JsonNodeFactory.instance.objectNode();
  private final List<Runnable> onCancel = new ArrayList<>();
  private volatile boolean cancelled;
  private @Nullable JsonNode state;

  /** The client answers a question. */
  public FakeCall answer(String key, JsonNode answer) {
    answers.put(key, answer);
    return this;
  }

  public synchronized void cancel() {
    cancelled = true;
    onCancel.forEach(Runnable::run);
    onCancel.clear();
  }

  @Override
  public @Nullable String principal() {
    return "somebody";
  }

  @Override
  public @Nullable ObjectNode clientInfo() {
    return null;
  }

  @Override
  public ObjectNode clientCapabilities() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public ObjectNode meta() {
    return meta;
  }

  @Override
  public void progress(double progress, @Nullable Double total, @Nullable String message) {
    said.add("progress " + progress + " " + total + " " + message);
  }

  @Override
  public void log(LogLevel level, @Nullable String logger, JsonNode data) {
    said.add("log " + level + " " + logger + " " + data);
  }

  @Override
  public boolean cancelled() {
    return cancelled;
  }

  @Override
  public synchronized void onCancel(Runnable task) {
    if (cancelled) {
      task.run();
    } else {
      onCancel.add(task);
    }
  }

  @Override
  public Map<String, JsonNode> answers() {
    return answers;
  }

  @Override
  public Future<Answers> ask(Map<String, ? extends Question> questions) {
    return Answers.read(questions, answers);
  }

  @Override
  public @Nullable JsonNode state() {
    return state;
  }

  @Override
  public void keep(@Nullable JsonNode newState) {
    state = newState;
  }

  @Override
  public void disconnect(long retryMs) {
    said.add("disconnect " + retryMs);
  }
}
