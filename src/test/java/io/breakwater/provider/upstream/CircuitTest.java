package io.breakwater.provider.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitTest {
  private final AtomicLong clock = new AtomicLong(5_000);
  private final Circuit circuit = new Circuit(
      Options.defaults()
          .with("gateway.backoffMs", 100)
          .with("gateway.backoffMsMax", 1_000)
          .with("gateway.crashesMax", 3)
          .with("gateway.stableMs", 60_000)
          .gateway(),
      clock::get);

  @Test
  void failures_inARow_doubleTheDelayUpToItsMax() {
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      delays.add(circuit.failed());
      clock.addAndGet(circuit.waitMs());
    }

    assertThat(delays).containsExactly(100L, 200L, 400L, 800L, 1_000L, 1_000L);
  }

  @Test
  void failures_withoutEnd_neverPassTheMax() {
    for (int i = 0; i < 200; i++) {
      assertThat(circuit.failed()).isBetween(100L, 1_000L);
    }
  }

  @Test
  void delay_thatIsOver_letsOneTry_andOneMillisecondBeforeItDoesNot() {
    assertThat(circuit.waitMs()).isZero();

    long delayMs = circuit.failed();
    clock.addAndGet(delayMs - 1);
    assertThat(circuit.waitMs()).isOne();

    clock.addAndGet(1);
    assertThat(circuit.waitMs()).isZero();
  }

  @Test
  void failures_asManyAsCrashesMax_areALoop_andOneLessIsNot() {
    fail(2);
    assertThat(circuit.looping()).isFalse();

    fail(1);
    assertThat(circuit.looping()).isTrue();
  }

  @Test
  void failure_oneMillisecondBeforeStableMs_countsOn() {
    fail(3);
    circuit.reached();
    clock.addAndGet(59_999);

    assertThat(circuit.failed()).isEqualTo(800);
    assertThat(circuit.looping()).isTrue();
  }

  @Test
  void failure_afterStableMs_isTheFirstAgain() {
    fail(3);
    circuit.reached();
    clock.addAndGet(60_000);

    assertThat(circuit.failed()).isEqualTo(100);
    assertThat(circuit.looping()).isFalse();
  }

  @Test
  void reached_severalTimes_isStableSinceTheFirst() {
    fail(3);
    circuit.reached();
    clock.addAndGet(30_000);
    circuit.reached();
    clock.addAndGet(30_000);

    assertThat(circuit.failed()).isEqualTo(100);
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      clock.addAndGet(circuit.waitMs());
      long unused = circuit.failed();
    }
  }
}
