package io.breakwater.launch;

import io.breakwater.options.Mistake;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The log of the program: java.util.logging, one line a record, on standard error. Whoever configures
 * java.util.logging by its own system properties is left alone.
 *
 * <p>Confined to the main thread.
 */
final class Log {
  static final String VARIABLE = "BREAKWATER_LOG_LEVEL";

  // Held, or their levels would be collected with them.
  private static final Logger OURS = Logger.getLogger("io.breakwater");
  private static final Logger ROOT = Logger.getLogger("");

  private Log() {}

  static void configure(Map<String, String> environment, Consumer<Mistake> mistakes) {
    Level level = level(environment.getOrDefault(VARIABLE, "info"));
    if (level == null) {
      mistakes.accept(Mistake.expected(
          VARIABLE,
          '"' + environment.getOrDefault(VARIABLE, "").replaceAll("\\p{Cntrl}", " ") + '"',
          "off, error, warn, info, debug or trace"));
      return;
    }
    if (System.getProperty("java.util.logging.config.file") != null
        || System.getProperty("java.util.logging.config.class") != null) {
      return;
    }
    try (InputStream in = Log.class.getResourceAsStream("logging.properties")) {
      LogManager.getLogManager().readConfiguration(in);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    OURS.setLevel(level);
    // Below info the libraries say more than anybody can read.
    ROOT.setLevel(level.intValue() < Level.INFO.intValue() ? Level.INFO : level);
  }

  /** The level with this name, those of java.util.logging included; null when there is none. */
  private static @Nullable Level level(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "off" -> Level.OFF;
      case "error", "severe" -> Level.SEVERE;
      case "warn", "warning" -> Level.WARNING;
      case "info" -> Level.INFO;
      case "debug", "config", "fine" -> Level.FINE;
      case "trace", "finer", "finest", "all" -> Level.FINEST;
      default -> null;
    };
  }
}
