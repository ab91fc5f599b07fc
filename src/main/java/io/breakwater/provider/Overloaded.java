package io.breakwater.provider;

/** There is no room for one more blocking call. Has no stack trace. */
final class Overloaded extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Overloaded(String message) {
    super(message, null, false, false);
  }
}
