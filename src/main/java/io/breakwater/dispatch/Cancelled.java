package io.breakwater.dispatch;

/** A request was cancelled: nobody waits for its answer. */
public final class Cancelled extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Cancelled() {
    super("cancelled", null, false, false);
  }
}
