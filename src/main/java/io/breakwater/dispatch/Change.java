package io.breakwater.dispatch;

/** Something that clients may have asked to be told of. */
public sealed interface Change {
  record Tools() implements Change {}

  record Prompts() implements Change {}

  /** The list of resources, or of resource templates. */
  record Resources() implements Change {}

  /** The contents of one resource. */
  record Resource(String uri) implements Change {}
}
