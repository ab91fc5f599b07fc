package io.breakwater.client.oauth;

import io.breakwater.client.Authorizer;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a server asks for when it refuses.
 *
 * <p>Immutable.
 *
 * @param resourceMetadata where the server says who it is, or null
 * @param moreScopes whether the token is good but not for this
 * @param scopes needed for what was asked; none when the server does not say
 */
record Asked(int attempt, @Nullable String resourceMetadata, boolean moreScopes, Scopes scopes) {

  /**
   * From a challenge, or null when no other token would help.
   *
   * @throws io.breakwater.client.ClientException when it asks for something that we do not have
   */
  static @Nullable Asked of(Authorizer.Challenge challenge) {
    List<Challenges.Challenge> all = Challenges.of(challenge.wwwAuthenticate());
    List<Challenges.Challenge> bearer =
        all.stream().filter(each -> each.scheme().equals("bearer")).toList();
    if (challenge.status() == 403) {
      return bearer.stream()
          .filter(each -> "insufficient_scope".equals(each.parameter("error")))
          .findFirst()
          .map(each -> of(each, challenge.attempt(), true))
          .orElse(null);
    }
    if (bearer.isEmpty() && !all.isEmpty()) {
      String schemes =
          all.stream().map(Challenges.Challenge::scheme).collect(Collectors.joining(", "));
      throw Refusals.refusal(
          "the server asks for " + Refusals.clip(schemes) + " (expected: bearer)");
    }
    return bearer.stream()
        .filter(each -> each.parameter("resource_metadata") != null)
        .findFirst()
        .or(() -> bearer.stream().findFirst())
        .map(each -> of(each, challenge.attempt(), false))
        .orElseGet(() -> new Asked(challenge.attempt(), null, false, Scopes.NONE));
  }

  private static Asked of(Challenges.Challenge challenge, int attempt, boolean moreScopes) {
    return new Asked(
        attempt,
        challenge.parameter("resource_metadata"),
        moreScopes,
        Scopes.of(challenge.parameter("scope")));
  }
}
