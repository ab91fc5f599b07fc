package io.breakwater.client.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChallengesTest {
  @Test
  void field_withSeveralChallenges_readsEach() {
    assertThat(Challenges.of(
            List.of("Basic realm=\"a, b\", Bearer scope=\"x y\" , error=invalid_token", "DPoP")))
        .containsExactly(
            new Challenges.Challenge("basic", Map.of("realm", "a, b")),
            new Challenges.Challenge("bearer", Map.of("scope", "x y", "error", "invalid_token")),
            new Challenges.Challenge("dpop", Map.of()));
  }

  @Test
  void quotedString_withEscapes_isUnescaped() {
    assertThat(Challenges.of(List.of("bearer Realm = \"a\\\"b\\\\\"")))
        .containsExactly(new Challenges.Challenge("bearer", Map.of("realm", "a\"b\\")));
  }

  @Test
  void parameter_namedTwice_isTheFirst() {
    assertThat(Challenges.of(List.of("Bearer scope=a, SCOPE=b")).get(0).parameter("scope"))
        .isEqualTo("a");
  }

  @Test
  void quotedString_thatNeverEnds_isNoParameter() {
    for (String field : List.of("Bearer error=x, scope=\"a", "Bearer error=x, scope=\"a\\")) {
      assertThat(Challenges.of(List.of(field)))
          .containsExactly(new Challenges.Challenge("bearer", Map.of("error", "x")));
    }
  }

  @Test
  void everyPrefix_ofAField_isRead() {
    String field =
        "Bearer error=\"a\\\"b\", scope=\"x y\", resource_metadata=\"https://a/b\", Basic =x,,\"";
    for (int end = 0; end <= field.length(); end++) {
      assertThat(Challenges.of(List.of(field.substring(0, end)))).hasSizeLessThanOrEqualTo(2);
    }
  }

  @Test
  void challenges_oneBeyondTheBound_areNotRead() {
    assertThat(Challenges.of(List.of("a,".repeat(Challenges.COUNT_MAX + 1))))
        .hasSize(Challenges.COUNT_MAX);
  }

  @Test
  void scopes_oneBeyondTheBoundOrMalformed_areLeftOut() {
    String many = "s".repeat(2) + " a\"b "
        + String.join(
            " ", java.util.stream.IntStream.range(0, 200).mapToObj(n -> "s" + n).toList());

    assertThat(Scopes.of(many).names()).hasSize(Scopes.COUNT_MAX).doesNotContain("a\"b");
  }
}
