package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a tool returns: blocks of content, a structured value, or both.
 *
 * <p>Immutable; the trees are not to be changed once they were given.
 *
 * @param structured any JSON value, JSON's null included; Java's null for none
 * @param isError the call failed, and the content tells the model why
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result">2026-07-28, Tool
 *     Result</a>
 */
public record ToolResult(
    List<Content> content,
    @Nullable JsonNode structured,
    boolean isError,
    @Nullable ObjectNode meta) {

  public ToolResult {
    content = List.copyOf(content);
  }

  public static ToolResult of(Content... content) {
    return new ToolResult(List.of(content), null, false, null);
  }

  public static ToolResult text(String text) {
    return of(Content.text(text));
  }

  /** A failure that the model can read and act on. */
  public static ToolResult error(String text) {
    return new ToolResult(List.of(Content.text(text)), null, true, null);
  }

  /**
   * A structured value: a JSON tree as it is, anything else as Jackson writes it.
   *
   * @throws IllegalArgumentException when Jackson cannot write it
   */
  public static ToolResult structured(@Nullable Object value) {
    return new ToolResult(List.of(), Values.write(value), false, null);
  }

  /** The same result with more blocks at its end. */
  public ToolResult with(Content... more) {
    List<Content> all = Stream.concat(content.stream(), Stream.of(more)).toList();
    return new ToolResult(all, structured, isError, meta);
  }

  /** The same result with a structured value; see {@link #structured(Object)}. */
  public ToolResult withStructured(@Nullable Object value) {
    return new ToolResult(content, Values.write(value), isError, meta);
  }

  /** The same result as a failure. */
  public ToolResult failed() {
    return new ToolResult(content, structured, true, meta);
  }

  public ToolResult meta(ObjectNode value) {
    return new ToolResult(content, structured, isError, value);
  }

  /**
   * The result as it stands on the wire, without {@code resultType}. A structured value without content is repeated as
   * text, for clients that do not read it.
   */
  public ObjectNode json() {
    ObjectNode json = Json.object();
    List<Content> blocks = content.isEmpty() && structured != null
        ? List.of(Content.text(structured.toString()))
        : content;
    json.set("content", Json.array(blocks, Content::json));
    Json.node(json, "structuredContent", structured);
    if (isError) {
      json.put("isError", true);
    }
    Json.node(json, "_meta", meta);
    return json;
  }
}
