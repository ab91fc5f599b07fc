package io.breakwater.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.spec.Revision;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RefusalTest {
  @Test
  void id_onceGiven_stays() {
    Refusal refusal = Refusal.invalidRequest("x").under(RequestId.of(1));

    assertThat(refusal.under(RequestId.of(2)).id()).isEqualTo(RequestId.of(1));
    assertThat(refusal.under(null).id()).isEqualTo(RequestId.of(1));
  }

  @Test
  void changes_keepTheRest() {
    Refusal refusal = Refusal.invalidRequest("x")
        .header("Allow", "POST")
        .under(RequestId.of(1))
        .status(405)
        .header("Retry-After", "1");

    assertThat(refusal.status()).isEqualTo(405);
    assertThat(refusal.headers())
        .containsExactly(
            org.assertj.core.api.Assertions.entry("Allow", "POST"),
            org.assertj.core.api.Assertions.entry("Retry-After", "1"));
    assertThat(refusal.id()).isEqualTo(RequestId.of(1));
    assertThat(refusal.getStackTrace()).isEmpty();
  }

  @Test
  void valueOfThePeer_isEchoedUpToABound() {
    assertThat(Refusal.clip("x".repeat(120))).hasSize(120);
    assertThat(Refusal.clip("x".repeat(121))).isEqualTo("x".repeat(120) + "…");
  }

  /** Half a surrogate pair is no text that could be written. */
  @Test
  void valueOfThePeer_isNotCutInsideACharacter() {
    String clipped = Refusal.clip("x".repeat(119) + "🎉🎉");

    assertThat(clipped).isEqualTo("x".repeat(119) + "…");
  }

  @Test
  void unsupportedVersion_namesWhatWasAsked_andWhatThereIs() {
    Refusal refusal = Refusal.unsupportedVersion(
        "1900-01-01", List.of(Revision.V2026_07_28, Revision.V2025_11_25));

    assertThat(Json.quoted(Messages.encode(new Message.Failure(RequestId.of(1), refusal.error()))))
        .isEqualTo("{'jsonrpc':'2.0','id':1,'error':{'code':-32022,"
            + "'message':'Unsupported protocol version',"
            + "'data':{'supported':['2026-07-28','2025-11-25'],'requested':'1900-01-01'}}}");
  }
}
