package io.breakwater.http;

import io.breakwater.era.Era;
import java.util.List;

/**
 * What serves the requests of one endpoint.
 *
 * <pre>
 * OPEN --> DRAINING --> GONE
 * </pre>
 *
 * <p>An implementation is thread-safe.
 */
public interface Served {

  /** Whether it takes requests. */
  enum Phase {
    /** It does. */
    OPEN,
    /** It lets those end that it has, and refuses new ones with 503. */
    DRAINING,
    /** It is not there any more: 404, as for a name that never was. */
    GONE
  }

  /** The first that serves a request gets it. */
  List<Era> eras();

  Phase phase();
}
