package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.json.JsonLimits;
import io.breakwater.json.JsonReader;
import io.breakwater.json.JsonRefused;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages out of what a server sends, through the guard. An array is taken apart where the revision has batches; its
 * length is bounded by {@code limits.tokensMax}.
 *
 * <p>Immutable.
 */
final class MessageReader {
  private final JsonLimits limits;
  private final Messages messages;

  MessageReader(ClientContext context) {
    this.limits = context.jsonLimits();
    this.messages = new Messages(context.options().limits().idBytesMax());
  }

  JsonLimits limits() {
    return limits;
  }

  /**
   * The messages in the data of an event, at least one.
   *
   * @throws ClientException when it is not what it should be, or passes a limit
   */
  List<Message> read(byte[] data, boolean batches) {
    try {
      return decode(JsonReader.read(data, limits, "event"), batches);
    } catch (JsonRefused refused) {
      throw HttpFailures.refused(refused);
    }
  }

  /**
   * The messages in this JSON, at least one.
   *
   * @throws ClientException when it is not what it should be
   */
  List<Message> decode(JsonNode json, boolean batches) {
    try {
      if (!batches || !json.isArray() || json.isEmpty()) {
        return List.of(messages.decode(json));
      }
      List<Message> batch = new ArrayList<>(json.size());
      json.forEach(member -> batch.add(messages.decode(member)));
      return batch;
    } catch (Refusal refusal) {
      throw HttpFailures.refused(refusal);
    }
  }
}
