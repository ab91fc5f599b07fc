package io.breakwater.options;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The key of what travels through the client and must come back as it was: session ids, cursors, states.
 *
 * <p>Immutable.
 *
 * @param key base64 of 32 bytes, or null for a random one that dies with the process
 */
public record Sealing(
    @Setting(
        secret = true,
        max = 44,
        pattern = "[A-Za-z0-9+/_-]{43}=?",
        expected = "base64 of 32 bytes, as printed by: openssl rand -base64 32",
        about =
            "Key that seals session ids, cursors and states; null takes a random one for each start, so that what an earlier process or another node sealed is unknown")
    @Nullable
    String key) {

  /** The 32 bytes, or null when no key is configured. */
  public byte @Nullable [] keyBytes() {
    return key == null
        ? null
        : Base64.getUrlDecoder().decode(key.replace('+', '-').replace('/', '_'));
  }

  /** Without the key. */
  @Override
  public String toString() {
    return key == null ? "Sealing[random]" : "Sealing[***]";
  }
}
