package io.breakwater.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import org.junit.jupiter.api.Test;

/** What the pools are set to, where a test of it would have to wait for minutes. */
class HttpClientsTest {
  @Test
  void stream_thatIsSilent_isNotEndedByItsPool() {
    assertThat(HttpClients.aside(Options.defaults(), false).getIdleTimeout()).isZero();
    assertThat(HttpClients.aside(Options.defaults(), true).getIdleTimeout()).isZero();
  }
}
