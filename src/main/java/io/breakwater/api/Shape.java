package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Type;

/**
 * Where the JSON Schema of a value comes from.
 *
 * <p>Immutable; a schema is not to be changed once it was given.
 */
public sealed interface Shape {

  /** The schema is generated from a Java type. */
  record OfType(Type type) implements Shape {}

  /** The schema is written by hand and shown as it is. */
  record OfSchema(ObjectNode schema) implements Shape {}
}
