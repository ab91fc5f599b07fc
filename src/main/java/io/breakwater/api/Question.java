package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Something that a handler asks the client.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#inputrequests">2026-07-28,
 *     InputRequests</a>
 */
public sealed interface Question permits Elicitation, Sampling, Roots {

  /** The parameters of the question as they stand on the wire; a tree of its own. */
  ObjectNode params();

  /** What the client must have declared, in the shape of {@code ClientCapabilities}. */
  ObjectNode capability();

  /** Whether a client with these capabilities can be asked. */
  boolean supportedBy(ObjectNode clientCapabilities);

  /**
   * The answer: {@link ElicitResult}, {@link SampleResult} or a list of {@link Root}.
   *
   * @throws InvalidAnswer when the JSON is no answer to this question
   */
  Object read(JsonNode answer);
}
