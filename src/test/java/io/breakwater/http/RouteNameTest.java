package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RouteNameTest {

  @ParameterizedTest
  @CsvSource({
    "everything,        everything",
    "a%20b.c,           a b.c",
    "a+b,               a+b",
    "...,               ...",
    ".hidden,           .hidden",
    "%2541,             %41",
    "%252e%252e,        %2e%2e",
    "%252f,             %2f",
    "a:b@c!$&(;=),      a:b@c!$&(;=)",
    "%E6%97%A5,         日",
    "%f0%9f%8c%8a,      🌊",
    "[x]|,              [x]|"
  })
  void segment_isDecodedOnce(String segment, String name) {
    assertThat(RouteName.decode(segment)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "%2e",
        "%2E%2e",
        ".%2e",
        "a/b",
        "a%2Fb",
        "a%2fb",
        "%",
        "a%2",
        "%zz",
        "%+1",
        "%\uff11\uff11",
        "a b",
        "a\u00e4",
        "a%00",
        "a%0d%0aX",
        "%7f",
        "%c2%85",
        "%ff",
        "%c0%ae%c0%ae",
        "%c1%af",
        "%ed%a0%80",
        "%e6%97"
      })
  void segment_thatIsNoName_isNone(String segment) {
    assertThat(RouteName.decode(segment)).isNull();
  }

  @Test
  void name_atTheLimit_isLegal_andOneMore_isNot() {
    for (String one : new String[] {"x", "ä", "日"}) {
      String longest = one.repeat(128);
      assertThat(RouteName.legal(longest)).isTrue();
      assertThat(RouteName.decode(RouteName.encode(longest))).isEqualTo(longest);
      assertThat(RouteName.legal(longest + "x")).isFalse();
      assertThat(RouteName.decode(RouteName.encode(longest + "x"))).isNull();
    }
    assertThat(RouteName.decode("%41".repeat(10_000))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "/", "a\n", "\0", "\ud83c", "\udf0a", "a\u0085"})
  void name_thatCannotStandInAPath_isNotLegal(String name) {
    assertThat(RouteName.legal(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "a b", "a.b", "...", "100%", "a%2Fb", "a\\b", "?#;=&+", "日本 🌊", "~-_."})
  void encoded_isRead_asItWas(String name) {
    assertThat(RouteName.legal(name)).isTrue();
    assertThat(RouteName.encode(name)).matches("[A-Za-z0-9._~%-]+");
    assertThat(RouteName.decode(RouteName.encode(name))).isEqualTo(name);
  }
}
