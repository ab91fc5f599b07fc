package io.breakwater.client.oauth;

import io.breakwater.client.ClientException;
import io.breakwater.client.ClientException.Kind;
import io.vertx.core.Future;

/** Why there are no credentials. Stateless. */
final class Refusals {
  private static final int QUOTED_CHARS_MAX = 200;

  private Refusals() {}

  /** A final failure: nothing was sent to the server, and the same again would come to the same. */
  static ClientException refusal(String why) {
    return ClientException.before(Kind.UNAUTHORIZED, why);
  }

  static <T> Future<T> refused(String why) {
    return Future.failedFuture(refusal(why));
  }

  /** The beginning of what a peer sent, without control characters. */
  static String clip(String text) {
    String printable = text.replaceAll("\\p{Cntrl}", " ");
    return printable.length() <= QUOTED_CHARS_MAX
        ? printable
        : printable.substring(0, QUOTED_CHARS_MAX) + "...";
  }
}
