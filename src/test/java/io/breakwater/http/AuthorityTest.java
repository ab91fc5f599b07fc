package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AuthorityTest {
  @ParameterizedTest
  @CsvSource({
    "localhost, localhost, -1",
    "LocalHost:8080, localhost, 8080",
    "localhost.:8080, localhost, 8080",
    "localhost:, localhost, -1",
    "127.0.0.1:0, 127.0.0.1, 0",
    "[::1], [::1], -1",
    "[::1]:65535, [::1], 65535",
    "[0:0:0:0:0:0:0:1]:80, [::1], 80",
    "[2001:DB8::A], [2001:db8::a], -1",
    "mcp_1.example-host.com, mcp_1.example-host.com, -1",
  })
  void parse_ofAHostAndAPort_hasBoth(String text, String host, int port) {
    assertThat(Authority.parse(text)).isEqualTo(new Authority(host, port));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":80",
        ".",
        "a..b",
        "a b",
        "a b<>",
        "user@localhost",
        "localhost/",
        "localhost:80:80",
        "localhost:65536",
        "localhost:-1",
        "localhost:+80",
        "localhost:8 0",
        "::1",
        "[::1",
        "::1]",
        "[]",
        "[::1]x",
        "[::1%lo]",
        "[localhost]",
        "[127.0.0.1]",
        "localhost,evil.example",
        "locälhost"
      })
  void parse_ofSomethingElse_isNull(String text) {
    assertThat(Authority.parse(text)).isNull();
  }

  @Test
  void parse_ofANameOfMoreThan255Characters_isNull() {
    assertThat(Authority.parse("a".repeat(255))).isNotNull();
    assertThat(Authority.parse("a".repeat(256))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "[::1]", "LOCALHOST.:1"})
  void loopback_ofTheMachineItself_isTrue(String text) {
    assertThat(Authority.parse(text)).matches(Authority::loopback);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost.evil.example", "127.0.0.1.evil.example", "127.1", "[::2]", "xlocalhost"
      })
  void loopback_ofALookAlike_isFalse(String text) {
    assertThat(Authority.parse(text)).matches(authority -> !authority.loopback());
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost, http, localhost, 80",
    "HTTPS://App.Example.com, https, app.example.com, 443",
    "https://app.example.com:8443, https, app.example.com, 8443",
    "http://[::1]:6274, http, [::1], 6274",
    "vscode-webview://abc, vscode-webview, abc, -1",
  })
  void origin_ofASchemeAndAnAuthority_hasBoth(String text, String scheme, String host, int port) {
    assertThat(WebOrigin.parse(text)).isEqualTo(new WebOrigin(scheme, new Authority(host, port)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "localhost",
        "//localhost",
        "http://",
        "http://localhost/",
        "http://[::1",
        "http://user@localhost",
        "http://localhost?q",
        "http://localhost, https://evil.example",
        "1http://localhost"
      })
  void origin_ofSomethingElse_isNull(String text) {
    assertThat(WebOrigin.parse(text)).isNull();
  }
}
