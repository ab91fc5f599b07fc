package io.breakwater.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEventLoop.class)
final class FailuresTest {
  private final Invocation invocation = new Calls().of("tools/call");

  @Test
  void refusal_staysWhatItIs_underTheId() {
    Refusal refusal = Failures.refusal(Refusal.methodNotFound("x"), invocation);

    assertThat(refusal.status()).isEqualTo(404);
    assertThat(refusal.id()).isEqualTo(RequestId.of(1));
  }

  /** Client libraries take 5xx for a dead connection; the call has failed, the connection has not. */
  @Test
  void anythingElse_saysNothing_andIsAnsweredWith200() {
    Refusal refusal =
        Failures.refusal(new IllegalStateException("at /home/secret with key=4711"), invocation);

    assertThat(refusal.status()).isEqualTo(200);
    assertThat(refusal.error().code()).isEqualTo(-32603);
    assertThat(refusal.getMessage()).isEqualTo("Internal error");
    assertThat(refusal.error().data()).isNull();
    assertThat(refusal.id()).isEqualTo(RequestId.of(1));
  }

  @Test
  void internalErrorThatAHandlerRefusesWith_isAnsweredWith200() {
    assertThat(Failures.refusal(Refusal.internal(), invocation).status()).isEqualTo(200);
  }

  @Test
  void refusalToComeBackLater_keepsItsStatus() {
    assertThat(Failures.refusal(Refusal.of(503, -32603, "full"), invocation).status())
        .isEqualTo(503);
  }
}
