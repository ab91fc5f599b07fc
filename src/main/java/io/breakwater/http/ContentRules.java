package io.breakwater.http;

import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Locale;

/**
 * What a posted body must be and which answers its sender must take, by the head alone.
 *
 * <p>Immutable.
 */
final class ContentRules {
  private final int bodyBytesMax;

  ContentRules(int bodyBytesMax) {
    this.bodyBytesMax = bodyBytesMax;
  }

  /**
   * Lets a POST pass whose body may be read.
   *
   * @throws Refusal 406, 415, 417 or 413
   */
  void admit(HttpHead head) {
    if (!head.acceptsJson() && !head.acceptsStream()) {
      throw refusal(
          406, "Not acceptable: Accept covers neither application/json nor text/event-stream");
    }
    admitBody(head);
  }

  /**
   * Lets a POST pass whose body may be read, whatever answer it takes.
   *
   * @throws Refusal 415, 417 or 413
   */
  void admitBody(HttpHead head) {
    if (!json(head.headers("Content-Type"))) {
      throw refusal(415, "Unsupported media type: Content-Type is not application/json in UTF-8");
    }
    if (!identity(head.headers("Content-Encoding"))) {
      throw refusal(415, "Unsupported media type: Content-Encoding is not identity")
          .header("Accept-Encoding", "identity");
    }
    if (!continues(head.headers("Expect"))) {
      throw refusal(417, "Expectation failed: Expect is not 100-continue");
    }
    if (head.contentLength() > bodyBytesMax) {
      throw tooLarge(bodyBytesMax);
    }
  }

  /**
   * Lets a GET or DELETE pass.
   *
   * @throws Refusal 405 for a GET that does not ask for an event stream by name, as from a browser's address bar; 400
   *     when a body follows
   */
  static void admitBodyless(HttpHead head) {
    if (head.method().equals(HttpMethod.GET) && !head.accept().streamNamed()) {
      throw refusal(
              405, "Method not allowed: GET without text/event-stream in Accept (expected: POST)")
          .header("Allow", "POST, DELETE, OPTIONS");
    }
    requireNoBody(head);
  }

  /** @throws Refusal 400 when a body follows */
  static void requireNoBody(HttpHead head) {
    if (head.announcesBody()) {
      throw refusal(400, "Invalid request: " + head.method().name() + " with a body");
    }
  }

  /** The refusal of a body that is, or says that it is, larger than this. */
  static Refusal tooLarge(int bodyBytesMax) {
    return refusal(
            413,
            "Payload too large: request body exceeds " + bodyBytesMax
                + " bytes (limits.bodyBytesMax)")
        .header("Connection", "close");
  }

  static Refusal refusal(int status, String message) {
    return Refusal.of(status, ErrorCodes.INVALID_REQUEST, message);
  }

  private static boolean json(List<String> fields) {
    if (fields.size() != 1) {
      return false;
    }
    List<MediaRange> types = MediaRange.list(fields.get(0));
    if (types.size() != 1 || !types.get(0).is("application", "json")) {
      return false;
    }
    requireUtf8(types.get(0));
    return true;
  }

  /** Bytes that say they are in another charset are as unreadable as bytes that are. */
  private static void requireUtf8(MediaRange type) {
    if (!type.parameters().getOrDefault("charset", "utf-8").equalsIgnoreCase("utf-8")) {
      throw Refusal.of(
          415,
          ErrorCodes.PARSE_ERROR,
          "Parse error: charset of Content-Type is not utf-8 (expected: utf-8, or none)");
    }
  }

  private static boolean identity(List<String> fields) {
    return tokens(fields).stream().allMatch(token -> token.equals("identity") || token.isEmpty());
  }

  /** Whether nothing but {@code 100-continue} is expected of us. */
  private static boolean continues(List<String> fields) {
    return tokens(fields).stream().allMatch(token -> token.equals("100-continue"));
  }

  private static List<String> tokens(List<String> fields) {
    return fields.stream()
        .flatMap(field -> List.of(field.split(",", -1)).stream())
        .map(token -> token.strip().toLowerCase(Locale.ROOT))
        .toList();
  }
}
