package io.breakwater.options.servers;

import io.breakwater.options.Mistake;
import java.util.List;

/**
 * The servers behind this one, and what there is to say about how they were read. No text holds a secret.
 *
 * <p>Immutable.
 *
 * @param entries that can be used, in the order of the files
 * @param failures what is wrong with the entries, and files, that cannot
 * @param warnings what was ignored, one line each
 * @param notes what was understood where it could be understood otherwise, one line each
 */
public record Servers(
    List<ServerEntry> entries, List<Mistake> failures, List<String> warnings, List<String> notes) {

  /** No server. */
  public static final Servers NONE = new Servers(List.of(), List.of(), List.of(), List.of());

  public Servers {
    entries = List.copyOf(entries);
    failures = List.copyOf(failures);
    warnings = List.copyOf(warnings);
    notes = List.copyOf(notes);
  }
}
