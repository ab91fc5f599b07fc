package io.breakwater.dispatch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals what travels through the client and must come back as it was: session ids, cursors, states. Sealed text is
 * base64url of nonce and AES-256-GCM; it cannot be read, forged, or used for another purpose or by another principal.
 * Nor does it open in another place than it was sealed in, when there are several; see {@link #within}.
 *
 * <p>Thread-safe.
 */
public final class Seal {
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeySpec key;
  private final Clock clock;

  /** Goes before the purpose, which never begins with a zero character. */
  private final String place;

  /** @param key 32 bytes; every node that has the same key opens what the others sealed */
  public Seal(byte[] key, Clock clock) {
    if (key.length != 32) {
      throw new IllegalArgumentException("seal key: " + key.length + " bytes (expected: 32)");
    }
    this.key = new SecretKeySpec(key, "AES");
    this.clock = clock;
    this.place = "";
  }

  private Seal(SecretKeySpec key, Clock clock, String place) {
    this.key = key;
    this.clock = clock;
    this.place = place;
  }

  /**
   * The same key for one place alone: what this seal seals opens there and nowhere else, and nothing else opens there.
   *
   * @param name well-formed UTF-16, else two names may be one
   */
  public Seal within(String name) {
    return new Seal(key, clock, place + '\0' + name.length() + ':' + name);
  }

  /** A key that dies with the process. */
  public static byte[] randomKey() {
    return randomBytes(32);
  }

  public static byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /**
   * @param purpose what the text is for; only the same purpose opens it
   * @param principal to whom it is given, or null for anybody
   */
  public String seal(String purpose, @Nullable String principal, byte[] content) {
    byte[] nonce = randomBytes(NONCE_BYTES);
    ByteBuffer plain = ByteBuffer.allocate(Long.BYTES + content.length);
    plain.putLong(clock.wallMs()).put(content);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, nonce, purpose, principal);
      byte[] sealed = cipher.doFinal(plain.array());
      byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
      System.arraycopy(sealed, 0, all, NONCE_BYTES, sealed.length);
      return ENCODER.encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The content, or null when the text was not sealed by us for this purpose and principal, or is older than
   * {@code ageMsMax} milliseconds.
   */
  public byte @Nullable [] open(
      String purpose, @Nullable String principal, String text, long ageMsMax) {
    try {
      byte[] all = DECODER.decode(text);
      if (all.length < NONCE_BYTES + TAG_BITS / 8 + Long.BYTES || !canonical(text, all)) {
        return null;
      }
      Cipher cipher =
          cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(all, NONCE_BYTES), purpose, principal);
      ByteBuffer plain =
          ByteBuffer.wrap(cipher.doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES));
      if (clock.wallMs() - plain.getLong() > ageMsMax) {
        return null;
      }
      byte[] content = new byte[plain.remaining()];
      plain.get(content);
      return content;
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      return null;
    }
  }

  /** The decoder takes padding, and any bits where the last character has some to spare: other texts for the same bytes. */
  private static boolean canonical(String text, byte[] decoded) {
    return ENCODER.encodeToString(decoded).equals(text);
  }

  private Cipher cipher(int mode, byte[] nonce, String purpose, @Nullable String principal)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD((place + purpose + '\0' + (principal == null ? "" : 'p' + principal))
        .getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
