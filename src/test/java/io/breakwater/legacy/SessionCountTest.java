package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.breakwater.rpc.Refusal;
import org.junit.jupiter.api.Test;

final class SessionCountTest {
  private final SessionCount count = new SessionCount(3, 2);

  @Test
  void sessions_toTheLimit_areCounted_andOneMore_isRefused() {
    count.enter(null);
    count.enter(null);
    count.enter(null);

    assertThatThrownBy(() -> count.enter(null)).isInstanceOfSatisfying(Refusal.class, refusal -> {
      assertThat(refusal.status()).isEqualTo(503);
      assertThat(refusal).hasMessage("Too many sessions: 3 (sessions.countMax)");
    });
    assertThat(count.now()).isEqualTo(3);
    count.leave(null);
    count.enter("anna");
    assertThat(count.now()).isEqualTo(3);
  }

  @Test
  void sessions_ofOnePrincipal_toTheLimit_areCounted_andOneMore_isRefused() {
    count.enter("anna");
    count.enter("anna");

    assertThatThrownBy(() -> count.enter("anna")).isInstanceOfSatisfying(Refusal.class, refusal -> {
      assertThat(refusal.status()).isEqualTo(429);
      assertThat(refusal)
          .hasMessage("Too many sessions: 2 of one principal (sessions.perPrincipalMax)");
    });
    assertThat(count.now()).isEqualTo(2);
    count.enter("bob");
    count.leave("anna");
    count.enter("anna");
    assertThat(count.now()).isEqualTo(3);
  }
}
