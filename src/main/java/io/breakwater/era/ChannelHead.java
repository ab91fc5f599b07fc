package io.breakwater.era;

import io.breakwater.spec.Headers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the head of a message that has none: what its channel has agreed on so far.
 *
 * <p>Immutable.
 *
 * @param session the id of the session, or null before {@code initialize}
 * @param version the revision of the session, or null before {@code initialize}
 */
record ChannelHead(
    @Nullable String session,
    @Nullable String version,
    @Nullable String principal) implements Head {

  @Override
  public List<String> headers(String name) {
    String value = null;
    if (name.equalsIgnoreCase(Headers.SESSION_ID)) {
      value = session;
    } else if (name.equalsIgnoreCase(Headers.PROTOCOL_VERSION)) {
      value = version;
    }
    return value == null ? List.of() : List.of(value);
  }

  @Override
  public boolean acceptsJson() {
    return true;
  }

  @Override
  public boolean acceptsStream() {
    return true;
  }

  @Override
  public boolean channel() {
    return true;
  }
}
