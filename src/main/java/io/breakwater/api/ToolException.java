package io.breakwater.api;

/**
 * A failure whose message is meant for the peer: the model reads it and may try again. What any other exception says
 * goes to the log alone.
 */
public final class ToolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ToolException(String message) {
    super(message);
  }

  public ToolException(String message, Throwable cause) {
    super(message, cause);
  }
}
