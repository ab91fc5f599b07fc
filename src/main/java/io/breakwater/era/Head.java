package io.breakwater.era;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a request: what is known before its body. Immutable. */
public interface Head {

  /** All values of a header by its name without regard to case, in order, without surrounding blanks; else empty. */
  List<String> headers(String name);

  /** Whether the peer takes {@code application/json}. */
  boolean acceptsJson();

  /** Whether the peer takes {@code text/event-stream}. */
  boolean acceptsStream();

  /** The authenticated name of the peer, or null where no authentication is asked. */
  @Nullable
  String principal();

  /**
   * Whether all messages of this peer share one two-way channel, as over stdio: no fields mirror the body then, and no
   * stream can be resumed.
   */
  default boolean channel() {
    return false;
  }
}
