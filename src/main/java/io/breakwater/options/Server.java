package io.breakwater.options;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the server introduces itself, and what it offers by itself.
 *
 * <p>Immutable.
 *
 * @param name {@code serverInfo.name}
 * @param title {@code serverInfo.title}, or null for none
 * @param version {@code serverInfo.version}; null in, the version of the program out
 * @param instructions {@code instructions} for the model, or null for none
 * @param builtins whether the tools that come with Breakwater are offered while no server stands behind it
 */
public record Server(
    @Setting(
        fallback = "breakwater",
        max = 100,
        pattern = "\\S(.*\\S)?",
        expected = "a name",
        about = "Name told to clients")
    String name,

    @Setting(max = 200, about = "Name for people, told to clients; null tells none") @Nullable
    String title,

    @Setting(max = 100, about = "Version told to clients; null tells the version of the program")
    @Nullable
    String version,

    @Setting(
        max = 20_000,
        about = "How a model should use this server, told to clients; null tells nothing")
    @Nullable
    String instructions,

    @Setting(
        fallback = "true",
        about =
            "Whether the tools, resources and prompts that come with Breakwater are offered while no server is named to stand behind it")
    boolean builtins) {

  public Server {
    version = version == null ? Version.ofProgram() : version;
  }

  /** Never null: without one in the configuration, the version of the program. */
  @Override
  public String version() {
    return Objects.requireNonNull(version);
  }
}
