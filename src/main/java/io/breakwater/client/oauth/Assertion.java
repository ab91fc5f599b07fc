package io.breakwater.client.oauth;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/**
 * A key that proves who we are, and the signed statements made with it.
 *
 * <p>Thread-safe.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7523#section-3">RFC 7523, JWT Format and Processing Requirements</a>
 */
final class Assertion {
  static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  private static final long LIFETIME_S = 300;
  private static final int RSA_BITS_MIN = 2_048;

  private final PrivateKey key;
  private final String algorithm;

  private Assertion(PrivateKey key, String algorithm) {
    this.key = key;
    this.algorithm = algorithm;
  }

  /**
   * From a key as PKCS#8 in PEM.
   *
   * @param algorithm ES256 or RS256
   * @throws IllegalArgumentException when it is no such key; the message does not have the key
   */
  static Assertion of(String pem, String algorithm) {
    String type = switch (algorithm) {
      case "ES256" -> "EC";
      case "RS256" -> "RSA";
      default ->
        throw new IllegalArgumentException(
            "signing algorithm " + algorithm + " (expected: ES256 or RS256)");
    };
    String text = pem.replaceAll("-----(BEGIN|END) PRIVATE KEY-----", "").replaceAll("\\s", "");
    try {
      PrivateKey key = KeyFactory.getInstance(type)
          .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
      if (!strong(key)) {
        throw new IllegalArgumentException(
            "a key that is too short, or of another curve (expected: P-256, or RSA of 2048 bits)");
      }
      return new Assertion(key, algorithm);
    } catch (GeneralSecurityException | IllegalArgumentException unreadable) {
      throw new IllegalArgumentException(
          "no private key for " + algorithm + " (expected: PKCS#8 in PEM, P-256 for ES256, RSA of"
              + " at least 2048 bits for RS256)");
    }
  }

  private static boolean strong(PrivateKey key) {
    return key instanceof ECPrivateKey ec
        ? ec.getParams().getOrder().bitLength() == 256
        : key instanceof RSAPrivateKey rsa && rsa.getModulus().bitLength() >= RSA_BITS_MIN;
  }

  /** A statement for this authorization server, good for five minutes. */
  String signed(String clientId, String issuer, long nowMs) {
    long nowS = nowMs / 1_000;
    ObjectNode header =
        JsonNodeFactory.instance.objectNode().put("alg", algorithm).put("typ", "JWT");
    ObjectNode claims = JsonNodeFactory.instance
        .objectNode()
        .put("iss", clientId)
        .put("sub", clientId)
        .put("aud", issuer)
        .put("iat", nowS)
        .put("exp", nowS + LIFETIME_S)
        .put("jti", Unguessable.text(16));
    String signed = Unguessable.url64(JsonWriter.bytes(header)) + "."
        + Unguessable.url64(JsonWriter.bytes(claims));
    return signed + "." + Unguessable.url64(signature(signed));
  }

  private byte[] signature(String text) {
    try {
      Signature signature = Signature.getInstance(
          algorithm.equals("ES256") ? "SHA256withECDSAinP1363Format" : "SHA256withRSA");
      signature.initSign(key);
      signature.update(text.getBytes(StandardCharsets.US_ASCII));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java cannot sign with " + algorithm, e);
    }
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "Assertion[" + algorithm + "]";
  }
}
