package io.breakwater.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The handler cannot go on without the client: it ends here and is called again from its start, with the answers. Not a
 * failure, so without a stack trace; a handler lets it pass.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">2026-07-28, Multi
 *     Round-Trip Requests</a>
 */
public final class InputNeeded extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, Question> questions;

  /** @param questions what is still unanswered, by key; may be empty when the handler kept a state */
  public InputNeeded(Map<String, ? extends Question> questions) {
    super("input needed", null, false, false);
    this.questions = Collections.unmodifiableMap(new LinkedHashMap<>(questions));
  }

  /** What is still unanswered, by key, in the order it was asked. */
  public Map<String, Question> questions() {
    return questions;
  }
}
