package io.breakwater.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A resource that can be read.
 *
 * <p>Thread-safe.
 */
public interface ResourceOffer extends ResourceReader {
  String uri();

  /** The resource in the shape of {@code Resource}. Not to be changed. */
  ObjectNode definition();
}
