package io.breakwater.era;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Seal;
import io.breakwater.json.JsonLimits;
import io.breakwater.json.JsonReader;
import io.breakwater.json.JsonRefused;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is carried through the client between two rounds of one request: the answers so far and what the handler kept.
 * It is sealed to the principal, to the method and to the parameters of the request.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow">2026-07-28,
 *     Multi Round-Trip Requests, Server Requirements</a>
 */
final class RequestState {
  static final String MEMBER = "requestState";
  static final String RESPONSES = "inputResponses";

  /** What was sealed by us is not bounded as what strangers write. */
  private static final JsonLimits OURS = new JsonLimits(
      Integer.MAX_VALUE,
      1000,
      Integer.MAX_VALUE,
      Integer.MAX_VALUE,
      Integer.MAX_VALUE,
      Integer.MAX_VALUE);

  private final Seal seal;
  private final long ageMsMax;
  private final int bytesMax;

  /** What a round starts with. */
  record Round(Map<String, JsonNode> answers, @Nullable JsonNode kept) {}

  RequestState(Seal seal, long ageMsMax, int bytesMax) {
    this.seal = seal;
    this.ageMsMax = ageMsMax;
    this.bytesMax = bytesMax;
  }

  /** Reads what a request carries. Throws a refusal when it was forged, is too old or belongs to another request. */
  Round open(Message.Request request, @Nullable String principal) {
    Map<String, JsonNode> answers = new HashMap<>();
    JsonNode kept = null;
    JsonNode sealed = request.params().get(MEMBER);
    if (sealed != null) {
      JsonNode content = content(request, principal, sealed);
      content
          .path("answers")
          .properties()
          .forEach(entry -> answers.put(entry.getKey(), entry.getValue()));
      kept = content.get("kept");
    }
    JsonNode responses = request.params().get(RESPONSES);
    if (responses != null) {
      if (!responses.isObject()) {
        throw invalid("params." + RESPONSES + ": not an object (expected: answers by their keys)");
      }
      responses.properties().forEach(entry -> answers.put(entry.getKey(), response(entry)));
    }
    return new Round(answers, kept);
  }

  private static JsonNode response(Map.Entry<String, JsonNode> entry) {
    if (!entry.getValue().isObject()) {
      throw invalid("params." + RESPONSES + ": an answer is not an object");
    }
    return entry.getValue();
  }

  private JsonNode content(Message.Request request, @Nullable String principal, JsonNode sealed) {
    byte[] content = sealed.isTextual() && sealed.asText().length() <= sealedCharsMax()
        ? seal.open(purpose(request), principal, sealed.asText(), ageMsMax)
        : null;
    if (content == null) {
      throw invalid(
          "params." + MEMBER + ": not valid (forged, expired, or given for another request)");
    }
    try {
      return JsonReader.read(content, OURS, MEMBER);
    } catch (JsonRefused e) {
      throw invalid("params." + MEMBER + ": not valid");
    }
  }

  /** Base64 of the content and at most 48 bytes that sealing adds. */
  private long sealedCharsMax() {
    return (bytesMax + 48L) * 4 / 3 + 4;
  }

  /** Seals what the next round needs. Throws a refusal when it is too large. */
  String seal(Message.Request request, @Nullable String principal, Round round) {
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    ObjectNode answers = content.putObject("answers");
    round.answers().forEach(answers::set);
    if (round.kept() != null) {
      content.set("kept", round.kept());
    }
    byte[] bytes = JsonWriter.bytes(content);
    if (bytes.length > bytesMax) {
      throw Refusal.of(
          200,
          ErrorCodes.INTERNAL_ERROR,
          "Request state exceeds " + bytesMax + " bytes (limits.stateBytesMax)");
    }
    return seal.seal(purpose(request), principal, bytes);
  }

  private static Refusal invalid(String message) {
    return Refusal.invalidParams("Invalid params: " + message).status(400);
  }

  /** Names the request by its method and a digest of its parameters, whatever the order of their members. */
  private static String purpose(Message.Request request) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      request.params().properties().stream()
          .filter(entry -> !entry.getKey().equals("_meta")
              && !entry.getKey().equals(MEMBER)
              && !entry.getKey().equals(RESPONSES))
          .sorted(Map.Entry.comparingByKey())
          .forEach(entry -> {
            update(digest, 'm', entry.getKey());
            update(digest, entry.getValue());
          });
      return "state:" + request.method() + ':'
          + Base64.getEncoder().encodeToString(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  // The depth of what is walked here was bounded when the request was read.
  private static void update(MessageDigest digest, JsonNode node) {
    if (node.isObject()) {
      List<String> names = new ArrayList<>();
      node.fieldNames().forEachRemaining(names::add);
      Collections.sort(names);
      update(digest, 'o', Integer.toString(names.size()));
      for (String name : names) {
        update(digest, 'm', name);
        update(digest, node.get(name));
      }
    } else if (node.isArray()) {
      update(digest, 'a', Integer.toString(node.size()));
      node.forEach(element -> update(digest, element));
    } else if (node.isNumber()) {
      BigDecimal number = node.decimalValue();
      update(
          digest, 'n', number.signum() == 0 ? "0" : number.stripTrailingZeros().toString());
    } else {
      update(digest, node.isTextual() ? 's' : 'l', node.asText());
    }
  }

  private static void update(MessageDigest digest, char kind, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update((kind + Integer.toString(bytes.length) + ':').getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
  }
}
