package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.frame.LineDecoder;
import io.breakwater.json.JsonReader;
import io.breakwater.json.JsonRefused;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Revision;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Judges the lines of a server: each is a message, or dropped. A line that does not even begin like JSON is chatter, as of
 * programs that greet on stdout; it is told of the first time, the tenth, the hundredth and so on.
 *
 * <p>Confined to one thread at a time.
 */
final class StdioLines implements LineDecoder.Lines {

  /** What a line comes to, for the inbox and the listener on their loop. */
  @FunctionalInterface
  interface Arrival {
    void at(Channel.Inbox inbox, ClientListener listener);
  }

  private static final String WHAT = "line";

  private final ClientContext context;
  private final Supplier<@Nullable Revision> revision;
  private final Consumer<Arrival> arrivals;
  private final Messages messages;
  private long chatter;
  private long tellAt = 1;

  /** @param revision that was agreed on, or null before */
  StdioLines(
      ClientContext context, Supplier<@Nullable Revision> revision, Consumer<Arrival> arrivals) {
    this.context = context;
    this.revision = revision;
    this.arrivals = arrivals;
    this.messages = new Messages(context.options().limits().idBytesMax());
  }

  @Override
  public void line(byte[] line) {
    if (!beginsLikeJson(line)) {
      chatter();
      return;
    }
    try (JsonReader reader = new JsonReader(context.jsonLimits(), WHAT)) {
      read(line, reader);
    }
  }

  private void read(byte[] line, JsonReader reader) {
    JsonNode json;
    try {
      reader.feed(line, 0, line.length);
      json = reader.end();
    } catch (JsonRefused refused) {
      drop(kind(refused), refused.getMessage(), answered(reader::member));
      return;
    }
    if (json.isArray() && revision.get() == Revision.V2025_03_26) {
      // The one revision that has batches.
      json.forEach(this::message);
    } else {
      message(json);
    }
  }

  private void message(JsonNode json) {
    Message message;
    try {
      message = messages.decode(json);
    } catch (Refusal refusal) {
      drop(Kind.PROTOCOL, refusal.error().message(), answered(json::get));
      return;
    }
    arrivals.accept((inbox, listener) -> inbox.received(message, null));
  }

  @Override
  public void tooLong() {
    String message = "Payload too large: " + WHAT + " exceeds "
        + context.options().limits().bodyBytesMax() + " bytes (limits.bodyBytesMax)";
    drop(Kind.LIMIT, message, null);
  }

  /** The request that this was to answer, where that can be told; a request of the server has an id of its own making. */
  private @Nullable RequestId answered(Function<String, @Nullable JsonNode> member) {
    return member.apply("method") == null ? messages.readableId(member.apply("id")) : null;
  }

  private void drop(Kind kind, String message, @Nullable RequestId about) {
    ClientException why = ClientException.after(kind, message);
    arrivals.accept((inbox, listener) -> inbox.dropped(why, about));
  }

  private void chatter() {
    chatter++;
    if (chatter == tellAt) {
      tellAt *= 10;
      String warning =
          "the server writes to stdout what is no message (lines ignored so far: " + chatter + ")";
      arrivals.accept((inbox, listener) -> listener.warned(warning));
    }
  }

  private static boolean beginsLikeJson(byte[] line) {
    int at = 0;
    while (at < line.length && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r')) {
      at++;
    }
    boolean mark = line.length - at >= 3 && line[at] == (byte) 0xef && line[at + 1] == (byte) 0xbb;
    return at < line.length && (line[at] == '{' || line[at] == '[' || mark);
  }

  private static Kind kind(JsonRefused refused) {
    return switch (refused.kind()) {
      case TOO_LARGE, TOO_DEEP, TOO_MANY_TOKENS, NAME_TOO_LONG, NUMBER_TOO_LONG -> Kind.LIMIT;
      case DUPLICATE_MEMBER, SECOND_ROOT, NOT_UTF8, MALFORMED, EMPTY -> Kind.PROTOCOL;
    };
  }
}
