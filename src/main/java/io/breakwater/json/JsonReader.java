package io.breakwater.json;

import com.fasterxml.jackson.core.ErrorReportConfiguration;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.async.NonBlockingJsonParser;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.json.JsonRefused.Kind;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON text from bytes as they arrive, checks every limit and builds the tree, in one pass. The verdict is the
 * same however the bytes were cut, and comes with the first token that is wrong.
 *
 * <pre>
 * READING -- end --> ENDED
 * READING -- feed or end meets something wrong --> REFUSED    (feed and end throw the same refusal again)
 * any     -- close --> buffers are given back; members stay readable
 * </pre>
 *
 * <p>Strict RFC 8259 in UTF-8: a byte order mark at the start is skipped, as the RFC allows; comments, NaN and the like
 * are refused, and so are duplicate members and strings with unpaired surrogates, which could not be written again.
 * Integers become {@code IntNode}, {@code LongNode} or {@code BigIntegerNode}, other numbers {@code DecimalNode} with
 * scale and digits as written. Whatever the bytes are, nothing but {@link JsonRefused} is thrown.
 *
 * <p>Confined to one thread at a time. Readers share nothing that changes.
 */
public final class JsonReader implements AutoCloseable {
  /**
   * No table of names. Jackson's is shared by all parsers and keeps what they read: one text with thousands of long names
   * makes it megabytes large, and every later text with a name of its own pays for a copy. Within one text, rehashing long
   * names is quadratic. Without it each name is a String of its own, and honest texts read about a quarter slower.
   */
  private static final ByteQuadsCanonicalizer NO_NAMES =
      ByteQuadsCanonicalizer.createRoot().makeChildOrPlaceholder(0);

  /** Comments, NaN, leading zeros, single quotes and the rest stay off. */
  private static final int PARSER_FLAGS = 0;

  /** The dearest are objects of one member, at about 350 bytes for four tokens. */
  private static final int TOKEN_HEAP_BYTES = 90;

  private final JsonLimits limits;
  private final String what;
  private final JsonTree tree;
  private final NonBlockingJsonParser parser;

  private int bytes;
  private byte lastSolid;
  private boolean ended;
  private @Nullable JsonRefused refusal;

  /**
   * @param what what is read, as messages name it: "request body", "arguments"
   */
  public JsonReader(JsonLimits limits, String what) {
    this(limits, what, JsonNodeFactory.instance);
  }

  /** For tests that watch what is built. */
  JsonReader(JsonLimits limits, String what, JsonNodeFactory nodes) {
    this.limits = limits;
    this.what = what;
    this.tree = new JsonTree(limits, what, nodes);
    this.parser = new NonBlockingJsonParser(context(limits), PARSER_FLAGS, NO_NAMES);
  }

  /** Reads a whole text. */
  public static JsonNode read(byte[] text, JsonLimits limits, String what) {
    try (JsonReader reader = new JsonReader(limits, what)) {
      reader.feed(text, 0, text.length);
      return reader.end();
    }
  }

  /** Reads JSON that came as a string, such as tool arguments that a model wrote as text. */
  public static JsonNode readText(String text, JsonLimits limits, String what) {
    // A character is a byte at least, so what is too long is not even encoded.
    if (text.length() > limits.bytesMax()) {
      throw JsonRefused.tooLarge(what, limits);
    }
    if (Utf8.unpairedSurrogate(text)) {
      throw JsonRefused.at(Kind.NOT_UTF8, what, 0);
    }
    return read(text.getBytes(StandardCharsets.UTF_8), limits, what);
  }

  /** Reads on; see {@link #feed(byte[], int, int)}. */
  public void feed(Buffer chunk) {
    feed(chunk.getBytes(), 0, chunk.length());
  }

  /**
   * Reads on. The array is the caller's again afterwards. Of a chunk that passes the limit of bytes, what is below the
   * limit is read first: what is wrong there is told first.
   *
   * @param from first index
   * @param to index after the last
   * @throws JsonRefused at the first thing that is wrong, and again at every later call
   * @throws IllegalStateException after {@link #end()} or {@link #close()}
   */
  public void feed(byte[] chunk, int from, int to) {
    requireReading();
    int room = limits.bytesMax() - bytes;
    int upTo = to - from > room ? from + room : to;
    bytes += upTo - from;
    try {
      if (upTo > from) {
        parser.feedInput(chunk, from, upTo);
        drain();
        lastSolid = lastSolid(chunk, from, upTo);
      }
      if (upTo < to) {
        throw JsonRefused.tooLarge(what, limits);
      }
    } catch (IOException | RuntimeException e) {
      throw refuse(e);
    }
  }

  /**
   * The value, after the last byte was fed.
   *
   * @throws JsonRefused if there is none, or it is not complete, or something was refused before
   */
  public JsonNode end() {
    requireReading();
    try {
      parser.endOfInput();
      drain();
      JsonNode root = tree.root();
      if (root == null) {
        throw JsonRefused.empty(what);
      }
      close();
      return root;
    } catch (IOException | RuntimeException e) {
      throw refuse(e);
    }
  }

  /** The most containers that were open at one time so far, 0 for a scalar. */
  public int depthMax() {
    return tree.depthMax();
  }

  /**
   * About how much heap the tree takes so far, in bytes: for some texts, such as {@code {"a":1.5},}, more than thirty times
   * their length.
   */
  public long heapBytes() {
    return bytes + (long) tree.tokens() * TOKEN_HEAP_BYTES;
  }

  /**
   * A member of the root object that was read to its end, also after a refusal, so that the refusal can carry the id of
   * its request; null if there is none such, or two.
   */
  public @Nullable JsonNode member(String name) {
    return tree.member(name);
  }

  /** Gives buffers back; needed where neither {@link #end()} was reached nor a refusal thrown, harmless else. */
  @Override
  public void close() {
    ended = true;
    try {
      parser.close();
    } catch (IOException e) {
      throw new IllegalStateException("a parser without a source failed to close", e);
    }
  }

  private void requireReading() {
    if (refusal != null) {
      throw refusal;
    }
    if (ended) {
      throw new IllegalStateException("this reader has ended");
    }
  }

  private void drain() throws IOException {
    JsonToken token = parser.nextToken();
    if (token != null && token.isStructEnd() && (lastSolid == ',' || lastSolid == ':')) {
      // Cut behind a comma or a colon, the parser forgets that something must follow.
      throw JsonRefused.at(Kind.MALFORMED, what, parser.currentLocation().getByteOffset());
    }
    while (token != null && token != JsonToken.NOT_AVAILABLE) {
      tree.take(token, parser);
      token = parser.nextToken();
    }
  }

  /** The last byte so far that is no blank. */
  private byte lastSolid(byte[] chunk, int from, int to) {
    for (int at = to - 1; at >= from; at--) {
      if (chunk[at] < 0 || chunk[at] > ' ') {
        return chunk[at];
      }
    }
    return lastSolid;
  }

  private JsonRefused refuse(Exception cause) {
    JsonRefused refused = cause instanceof JsonRefused already ? already : judge(cause);
    refusal = refused;
    close();
    return refused;
  }

  /** The parser's own messages quote the peer, so only their beginnings are looked at. */
  private JsonRefused judge(Exception cause) {
    String said = cause instanceof JsonProcessingException e ? e.getOriginalMessage() : "";
    if (cause instanceof StreamConstraintsException) {
      return said.startsWith("Name ")
          ? JsonRefused.nameTooLong(what, limits)
          : JsonRefused.numberTooLong(what, limits);
    }
    if (cause instanceof JsonEOFException) {
      return JsonRefused.cutOff(what);
    }
    JsonRefused.Kind kind = said.startsWith("Invalid UTF-8") ? Kind.NOT_UTF8 : Kind.MALFORMED;
    return JsonRefused.at(kind, what, parser.currentLocation().getByteOffset());
  }

  /**
   * Names and numbers are cut while they stream in; depth, tokens and bytes are counted here instead, where the refusal
   * is ours. A string is bounded by the bytes of the text.
   */
  private static IOContext context(JsonLimits limits) {
    StreamReadConstraints constraints = StreamReadConstraints.builder()
        .maxNestingDepth(Integer.MAX_VALUE)
        .maxStringLength(Integer.MAX_VALUE)
        .maxNameLength(limits.nameBytesMax())
        .maxNumberLength(limits.numberCharsMax())
        .build();
    return new IOContext(
        constraints,
        StreamWriteConstraints.defaults(),
        ErrorReportConfiguration.defaults(),
        JsonRecyclerPools.threadLocalPool().acquireAndLinkPooled(),
        ContentReference.redacted(),
        false);
  }
}
