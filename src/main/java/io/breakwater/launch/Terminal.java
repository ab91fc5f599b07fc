package io.breakwater.launch;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What our streams are connected to.
 *
 * <p>Immutable.
 */
final class Terminal {
  private static final int USUAL_WIDTH_CHARS = 100;
  private static final int WAIT_MS = 2_000;

  private Terminal() {}

  /** Whether somebody can type. */
  static boolean types() {
    return connected(0);
  }

  /** Whether somebody sees our stdout. */
  static boolean watchesOutput() {
    return connected(1);
  }

  /** Whether somebody sees our stderr. */
  static boolean watchesErrors() {
    return connected(2);
  }

  /** Java itself says only whether input and output both are, and newer ones not even that. */
  private static boolean connected(int descriptor) {
    try {
      ProcessBuilder builder = new ProcessBuilder("test", "-t", String.valueOf(descriptor));
      Process test = builder.inheritIO().start();
      if (test.waitFor(WAIT_MS, TimeUnit.MILLISECONDS)) {
        return test.exitValue() == 0;
      }
      test.destroyForcibly();
      return false;
    } catch (IOException e) {
      // No such program, as on Windows: nobody is asked.
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Characters of a line. */
  static int widthChars(Map<String, String> environment) {
    String columns = environment.getOrDefault("COLUMNS", "");
    int width = columns.matches("\\d{1,4}") ? Integer.parseInt(columns) : USUAL_WIDTH_CHARS;
    return Math.max(40, width);
  }
}
