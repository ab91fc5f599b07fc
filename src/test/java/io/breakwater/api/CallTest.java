package io.breakwater.api;

import static io.breakwater.api.Trees.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
final class CallTest {
  private final FakeCall call = new FakeCall();

  @Test
  void question_withoutAnAnswer_needsInput() {
    Elicitation form = Elicitation.form("x");

    assertThat(call.elicit("key", form).cause())
        .isInstanceOfSatisfying(
            InputNeeded.class,
            needed -> assertThat(needed.questions()).isEqualTo(Map.of("key", form)))
        .hasNoCause();
    assertThat(call.elicit("key", form).cause().getStackTrace()).isEmpty();
  }

  @Test
  void question_withAnAnswer_isAnswered() {
    call.answer("form", json("{'action':'decline'}"))
        .answer("model", json("{'role':'assistant','content':{'type':'text','text':'hi'}}"))
        .answer("roots", json("{'roots':[]}"));

    assertThat(call.elicit("form", Elicitation.form("x")).result().action())
        .isEqualTo(ElicitResult.Action.DECLINE);
    assertThat(call.sample("model", Sampling.of(1, SamplingMessage.user("x")))
            .result()
            .text())
        .isEqualTo("hi");
    assertThat(call.roots("roots").result()).isEmpty();
  }

  @Test
  void question_withAWrongAnswer_failsUnderItsKey() {
    call.answer("form", json("12345"));

    assertThat(call.elicit("form", Elicitation.form("x")).cause())
        .isInstanceOf(InvalidAnswer.class)
        .hasMessage("inputResponses.form: action (expected: accept, decline or cancel)");
  }

  @Test
  void severalQuestions_needInputForThoseWithoutAnAnswer() {
    Map<String, Question> questions = new LinkedHashMap<>();
    questions.put("one", Elicitation.form("1"));
    questions.put("two", new Roots());
    questions.put("three", Elicitation.form("3"));
    call.answer("two", json("{'roots':[]}")).answer("other", json("7"));

    assertThat(call.ask(questions).cause())
        .isInstanceOfSatisfying(
            InputNeeded.class,
            needed -> assertThat(needed.questions().keySet()).containsExactly("one", "three"));
  }

  @Test
  void severalQuestions_areAnsweredTogether() {
    call.answer("one", json("{'action':'cancel'}")).answer("two", json("{'roots':[]}"));

    Answers answers =
        call.ask(Map.of("one", Elicitation.form("1"), "two", new Roots())).result();

    assertThat(answers.elicited("one").accepted()).isFalse();
    assertThat(answers.roots("two")).isEqualTo(List.of());
    assertThatThrownBy(() -> answers.sampled("one")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> answers.roots("three")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void again_keepsTheStateAndAsksNothing() {
    Future<String> again = call.again(json("{'step':1}"));

    assertThat(again.cause())
        .isInstanceOfSatisfying(
            InputNeeded.class, needed -> assertThat(needed.questions()).isEmpty());
    assertThat(call.state()).isEqualTo(json("{'step':1}"));
  }

  @Test
  void shortForms_sayTheSame() {
    call.progress(1, 2);
    call.log(LogLevel.INFO, "hi");
    call.log(LogLevel.ERROR, "a", (Object) List.of(1));

    assertThat(call.said)
        .containsExactly("progress 1.0 2.0 null", "log INFO null \"hi\"", "log ERROR a [1]");
    assertThat(call.supports(new Roots())).isFalse();
    assertThat(call.trace()).isNull();
  }

  @Test
  void await_onABlockingThread_waits(Vertx vertx) {
    Promise<String> promise = Promise.promise();
    vertx.runOnContext(ignored -> promise.complete("done"));

    assertThat(call.await(promise.future())).isEqualTo("done");
  }

  @Test
  void await_ofAFailure_throwsIt() {
    InputNeeded needed = new InputNeeded(Map.of());
    IOException checked = new IOException("x");

    assertThatThrownBy(() -> call.await(Future.failedFuture(needed))).isSameAs(needed);
    assertThatThrownBy(() -> call.await(Future.failedFuture(checked)))
        .isInstanceOf(IllegalStateException.class)
        .hasCause(checked);
  }

  @Test
  void await_onAnEventLoop_isRefused(Vertx vertx) throws Exception {
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    vertx.runOnContext(ignored -> {
      try {
        thrown.completeExceptionally(
            new AssertionError(call.await(Promise.promise().future())));
      } catch (IllegalStateException e) {
        thrown.complete(e);
      }
    });

    assertThat(thrown.get()).hasMessageContaining("on an event loop");
  }

  @Test
  void await_thatIsInterrupted_isCancelled() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> call.await(Promise.promise().future()))
        .isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
