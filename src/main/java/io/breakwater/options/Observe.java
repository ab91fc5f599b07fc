package io.breakwater.options;

/**
 * What an operator sees.
 *
 * <p>Immutable.
 *
 * @param health whether {@value #HEALTH_PATH} answers
 */
public record Observe(
    @Setting(fallback = "true", about = "Whether GET /health answers")
    boolean health) {

  /** Where the health of the process is asked. */
  public static final String HEALTH_PATH = "/health";
}
