package io.breakwater.options;

import org.jspecify.annotations.Nullable;

/**
 * The version of the program, from the manifest of its jar.
 *
 * <p>Immutable.
 */
public final class Version {
  private Version() {}

  /** For example {@code 0.1.0}; {@code development} when the classes were not taken from a jar. */
  public static String ofProgram() {
    @Nullable String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
