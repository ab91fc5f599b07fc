package io.breakwater.client.oauth;

import java.security.SecureRandom;
import java.util.Base64;

/** Texts that nobody can guess, in the alphabet of URLs. Stateless. */
final class Unguessable {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Unguessable() {}

  static String text(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return url64(random);
  }

  static String url64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
