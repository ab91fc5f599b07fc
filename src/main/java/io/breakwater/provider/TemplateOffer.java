package io.breakwater.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Resources under URIs of one form.
 *
 * <p>Thread-safe.
 */
public interface TemplateOffer extends ResourceReader, Completing {

  /** The template of RFC 6570 as it is listed. */
  String template();

  /** The template in the shape of {@code ResourceTemplate}. Not to be changed. */
  ObjectNode definition();

  /** Whether a URI is of this form. */
  boolean matches(String uri);
}
