package io.breakwater.api;

/** There is no such resource: what the reader of a resource or a template fails with. Expected, so without a stack trace. */
public final class ResourceNotFound extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ResourceNotFound() {
    super("resource not found", null, false, false);
  }
}
