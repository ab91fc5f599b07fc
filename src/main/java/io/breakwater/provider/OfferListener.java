package io.breakwater.provider;

/** Told of changes of what is offered, after they can be seen. Called on any thread; must not block. */
public interface OfferListener {

  default void toolsChanged() {}

  default void promptsChanged() {}

  /** The list of resources or of resource templates. */
  default void resourcesChanged() {}

  /** The contents of one resource. */
  default void resourceUpdated(String uri) {}
}
