package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.breakwater.rpc.Refusal;
import org.junit.jupiter.api.Test;

class BodyGaugeTest {
  private final BodyGauge gauge = new BodyGauge(1000);

  @Test
  void holds_upToTheBudget_pass() {
    BodyGauge.Hold first = gauge.new Hold();
    BodyGauge.Hold second = gauge.new Hold();

    first.grow(600);

    assertThatCode(() -> second.grow(400)).doesNotThrowAnyException();
    assertThat(gauge.held()).isEqualTo(1000);
  }

  @Test
  void hold_oneByteOver_isRefusedAndNamesTheSetting() {
    BodyGauge.Hold first = gauge.new Hold();
    BodyGauge.Hold second = gauge.new Hold();
    first.grow(600);

    assertThatThrownBy(() -> second.grow(401))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("1000 bytes (limits.inFlightBytesMax)")
        .satisfies(refusal -> assertThat(((Refusal) refusal).status()).isEqualTo(503));
  }

  @Test
  void admit_whileEverythingIsHeld_isRefusedUntilSomethingIsGivenBack() {
    BodyGauge.Hold hold = gauge.new Hold();
    hold.grow(1000);
    assertThatThrownBy(gauge::admit).isInstanceOf(Refusal.class);

    hold.release();
    hold.release();

    assertThatCode(gauge::admit).doesNotThrowAnyException();
    assertThat(gauge.held()).isZero();
  }
}
