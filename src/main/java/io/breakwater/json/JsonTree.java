package io.breakwater.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.breakwater.json.JsonRefused.Kind;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tree under construction. Judges each token before anything is built from it, and hangs a container into its parent
 * when it opens, so that the second of two equal names is refused before its value is read. *
 * <p>Confined to its reader.
 */
final class JsonTree {
  private static final int STACK_FIRST = 16;

  private final JsonLimits limits;
  private final String what;
  private final JsonNodeFactory nodes;

  private JsonNode[] open = new JsonNode[STACK_FIRST];
  private int depth;
  private int depthMax;
  private int tokens;
  private @Nullable JsonNode root;
  private @Nullable ObjectNode object;
  private @Nullable ArrayNode array;
  private String name = "";

  JsonTree(JsonLimits limits, String what, JsonNodeFactory nodes) {
    this.limits = limits;
    this.what = what;
    this.nodes = nodes;
  }

  /** The value, complete or not, or null before its first token. */
  @Nullable
  JsonNode root() {
    return root;
  }

  int depthMax() {
    return depthMax;
  }

  int tokens() {
    return tokens;
  }

  /** A member of the root object that was read to its end, else null. */
  @Nullable
  @SuppressWarnings("ReferenceEquality") // the very container that is still open
  JsonNode member(String member) {
    if (!(root instanceof ObjectNode members)) {
      return null;
    }
    JsonNode value = members.get(member);
    return depth > 1 && value == open[1] ? null : value;
  }

  /** Takes the token that the parser stands on. */
  void take(JsonToken token, JsonParser parser) throws IOException {
    if (++tokens > limits.tokensMax()) {
      throw JsonRefused.tooManyTokens(what, limits);
    }
    if (depth == 0 && root != null) {
      throw at(Kind.SECOND_ROOT, parser);
    }
    switch (token) {
      case FIELD_NAME -> name(parser);
      case START_OBJECT -> openObject(parser);
      case START_ARRAY -> openArray(parser);
      case END_OBJECT, END_ARRAY -> close();
      case VALUE_STRING -> add(text(parser), parser);
      case VALUE_NUMBER_INT -> add(integer(parser), parser);
      case VALUE_NUMBER_FLOAT -> add(decimal(parser), parser);
      case VALUE_TRUE -> add(BooleanNode.TRUE, parser);
      case VALUE_FALSE -> add(BooleanNode.FALSE, parser);
      case VALUE_NULL -> add(NullNode.instance, parser);
      default -> throw at(Kind.MALFORMED, parser);
    }
  }

  private void name(JsonParser parser) throws IOException {
    String read = parser.currentName();
    // The parser cuts long names while they stream in, but a bit late.
    if (read.length() > limits.nameBytesMax() / 3 && Utf8.length(read) > limits.nameBytesMax()) {
      throw JsonRefused.nameTooLong(what, limits);
    }
    name = read;
  }

  private void openObject(JsonParser parser) {
    deeper();
    ObjectNode opened = nodes.objectNode();
    add(opened, parser);
    push(opened);
    object = opened;
    array = null;
  }

  private void openArray(JsonParser parser) {
    deeper();
    ArrayNode opened = nodes.arrayNode();
    add(opened, parser);
    push(opened);
    array = opened;
    object = null;
  }

  private void deeper() {
    if (depth == limits.depthMax()) {
      throw JsonRefused.tooDeep(what, limits);
    }
  }

  private void push(JsonNode opened) {
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
    }
    open[depth++] = opened;
    depthMax = Math.max(depthMax, depth);
  }

  private void close() {
    depth--;
    JsonNode parent = depth == 0 ? null : open[depth - 1];
    object = parent instanceof ObjectNode members ? members : null;
    array = parent instanceof ArrayNode elements ? elements : null;
  }

  private void add(JsonNode value, JsonParser parser) {
    if (object != null) {
      if (object.replace(name, value) != null) {
        // Neither of the two is the member's value.
        object.remove(name);
        throw at(Kind.DUPLICATE_MEMBER, parser);
      }
    } else if (array != null) {
      array.add(value);
    } else {
      root = value;
    }
  }

  private JsonNode text(JsonParser parser) throws IOException {
    char[] chars = parser.getTextCharacters();
    int from = parser.getTextOffset();
    int length = parser.getTextLength();
    if (Utf8.unpairedSurrogate(chars, from, from + length)) {
      throw JsonRefused.loneSurrogate(what, offset(parser));
    }
    return TextNode.valueOf(new String(chars, from, length));
  }

  private JsonNode integer(JsonParser parser) throws IOException {
    if (parser.getTextLength() > limits.numberCharsMax()) {
      throw JsonRefused.numberTooLong(what, limits);
    }
    return switch (parser.getNumberType()) {
      case INT -> IntNode.valueOf(parser.getIntValue());
      case LONG -> LongNode.valueOf(parser.getLongValue());
      default -> BigIntegerNode.valueOf(parser.getBigIntegerValue());
    };
  }

  private JsonNode decimal(JsonParser parser) throws IOException {
    char[] chars = parser.getTextCharacters();
    int from = parser.getTextOffset();
    int length = parser.getTextLength();
    if (length > limits.numberCharsMax()) {
      throw JsonRefused.numberTooLong(what, limits);
    }
    if (exponentOver(chars, from, from + length)) {
      throw JsonRefused.exponentTooLarge(what, limits);
    }
    return DecimalNode.valueOf(new BigDecimal(chars, from, length));
  }

  private boolean exponentOver(char[] chars, int from, int to) {
    int at = from;
    while (at < to && (chars[at] | 0x20) != 'e') {
      at++;
    }
    long exponent = 0;
    for (at++; at < to && exponent <= limits.exponentMax(); at++) {
      char digit = chars[at];
      exponent = digit >= '0' && digit <= '9' ? exponent * 10 + (digit - '0') : exponent;
    }
    return exponent > limits.exponentMax();
  }

  private JsonRefused at(Kind kind, JsonParser parser) {
    return JsonRefused.at(kind, what, offset(parser));
  }

  private static long offset(JsonParser parser) {
    return parser.currentLocation().getByteOffset();
  }
}
