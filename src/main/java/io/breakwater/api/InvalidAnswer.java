package io.breakwater.api;

/**
 * The client answered a question with something that is no answer to it: a shape the protocol does not know, or content
 * that does not match the schema of the question. Expected, so without a stack trace.
 */
public final class InvalidAnswer extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** @param message what is wrong and what was expected, for the peer */
  public InvalidAnswer(String message) {
    super(message, null, false, false);
  }
}
