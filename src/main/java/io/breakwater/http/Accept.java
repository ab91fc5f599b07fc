package io.breakwater.http;

import java.util.List;

/**
 * Which of the two kinds of answer a peer takes, by all of its {@code Accept} fields.
 *
 * <p>Immutable.
 *
 * @param json it takes {@code application/json}
 * @param stream it takes {@code text/event-stream}
 * @param streamNamed it asks for {@code text/event-stream} or {@code text/*} and not only for anything
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1">RFC 9110, Accept</a>
 */
record Accept(boolean json, boolean stream, boolean streamNamed) {

  /** No field, or an empty one, takes anything. */
  static Accept of(List<String> fields) {
    String list = String.join(",", fields);
    if (list.replace(',', ' ').isBlank()) {
      return new Accept(true, true, false);
    }
    List<MediaRange> ranges = MediaRange.list(list);
    return new Accept(
        takes(ranges, "application", "json", 1),
        takes(ranges, "text", "event-stream", 1),
        takes(ranges, "text", "event-stream", 2));
  }

  /** The most specific range decides, and of several equal ones any that wants the type. */
  private static boolean takes(
      List<MediaRange> ranges, String type, String subtype, int specificityMin) {
    int best = ranges.stream()
        .mapToInt(range -> range.specificity(type, subtype))
        .max()
        .orElse(0);
    return best >= specificityMin
        && ranges.stream()
            .anyMatch(range -> range.specificity(type, subtype) == best && range.wanted());
  }
}
