package io.breakwater.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResumptionTest {

  @Test
  void wait_isWhatTheServerSays_upToAMinute() {
    Resumption resumption = new Resumption(50, 10);
    resumption.retry(60_000);
    assertThat(resumption.next()).isEqualTo(60_000);
    resumption.retry(60_001);
    assertThat(resumption.next()).isEqualTo(60_000);
    resumption.retry(Long.MAX_VALUE);
    assertThat(resumption.next()).isEqualTo(60_000);
  }

  @Test
  void wait_isNeverShorterThanItsBound_andGrowsWhileNothingComes() {
    Resumption resumption = new Resumption(50, 1_000);
    resumption.retry(0);
    assertThat(resumption.next()).isEqualTo(50);
    assertThat(resumption.next()).isEqualTo(200);
    assertThat(resumption.next()).isEqualTo(400);
    for (int more = 0; more < 100; more++) {
      assertThat(resumption.next()).isBetween(400L, 60_000L);
    }
    assertThat(resumption.next()).isEqualTo(60_000);
  }

  @Test
  void attempts_atTheBound_areMade_andOneMoreIsNot_untilThereIsProgress() {
    Resumption resumption = new Resumption(50, 2);
    assertThat(resumption.next()).isPositive();
    assertThat(resumption.next()).isPositive();
    assertThat(resumption.next()).isEqualTo(-1);
    resumption.reached("e");
    assertThat(resumption.next()).isPositive();
    assertThat(new Resumption(50, 0).next()).isEqualTo(-1);
  }

  @Test
  void id_thatNoFieldCanHold_isNone() {
    Resumption resumption = new Resumption(50, 2);
    assertThat(resumption.lastEventId()).isNull();
    resumption.reached("a b~ü");
    assertThat(resumption.lastEventId()).isEqualTo("a b~\u00c3\u00bc");
    for (String id : new String[] {"a\tb", "a\u007f", "a\u001bb"}) {
      resumption.reached(id);
      assertThat(resumption.lastEventId()).isNull();
    }
  }
}
