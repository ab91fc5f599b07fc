package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.json.JsonWriter;
import io.breakwater.options.Client;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list page by page, as far as its bounds go. A cursor that comes twice would go round for ever and ends the list.
 *
 * <p>Confined to the loop of its client, for one list.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination">2026-07-28,
 *     Pagination</a>
 */
final class Pager {
  /** Of one cursor; it is kept until the list has ended. */
  private static final int CURSOR_CHARS_MAX = 16_384;

  private final Client bounds;
  private final Method method;
  private final String member;
  private final Function<ObjectNode, Future<ObjectNode>> page;
  private final Consumer<String> warn;
  private final List<ObjectNode> items = new ArrayList<>();
  private final Set<String> cursors = new HashSet<>();
  private Outcome.CacheHint hint = Outcome.CacheHint.ANY;
  private int pages;
  private long bytes;
  private @Nullable String cut;

  /**
   * @param member of the result that holds the items
   * @param page asks for one page
   */
  Pager(
      Client bounds,
      Method method,
      String member,
      Function<ObjectNode, Future<ObjectNode>> page,
      Consumer<String> warn) {
    this.bounds = bounds;
    this.method = method;
    this.member = member;
    this.page = page;
    this.warn = warn;
  }

  /** All items there are, or as many as the bounds let pass. */
  Future<List<ObjectNode>> all() {
    return next(JsonNodeFactory.instance.objectNode());
  }

  /** How long and by whom the list may be kept: what all its pages allow. */
  Outcome.CacheHint hint() {
    return hint;
  }

  /** What the items take, as JSON, in bytes. */
  long bytes() {
    return bytes;
  }

  private Future<List<ObjectNode>> next(ObjectNode params) {
    return page.apply(params).compose(result -> {
      if (!result.path(member).isArray()) {
        return Future.failedFuture(ClientException.after(
            Kind.PROTOCOL, "the result of " + method.wireName() + " has no array " + member));
      }
      hint = hint.and(Kept.hint(result));
      take(result.path(member));
      JsonNode cursor = result.path("nextCursor");
      if (cut != null) {
        boolean unused = stop(cut);
        return Future.succeededFuture(List.copyOf(items));
      }
      return cursor.isTextual() && goOn(cursor.asText())
          ? next(JsonNodeFactory.instance.objectNode().put("cursor", cursor.asText()))
          : Future.succeededFuture(List.copyOf(items));
    });
  }

  private void take(JsonNode array) {
    for (JsonNode item : array) {
      if (items.size() >= bounds.itemsMax()) {
        cut = tooMany();
        return;
      }
      if (item instanceof ObjectNode object) {
        bytes += JsonWriter.bytes(object).length;
        if (bytes > bounds.listBytesMax()) {
          cut = tooLarge();
          return;
        }
        items.add(object);
      }
    }
  }

  private boolean goOn(String cursor) {
    pages++;
    if (cursor.length() > CURSOR_CHARS_MAX) {
      return stop("a cursor of more than " + CURSOR_CHARS_MAX + " characters");
    }
    if (items.size() >= bounds.itemsMax()) {
      return stop(tooMany());
    }
    if (pages >= bounds.pagesMax()) {
      return stop("more than " + bounds.pagesMax() + " pages (client.pagesMax)");
    }
    return cursors.add(cursor) || stop("a cursor that it has given before");
  }

  private String tooLarge() {
    return "more than " + bounds.listBytesMax() + " bytes (client.listBytesMax)";
  }

  private String tooMany() {
    return "more than " + bounds.itemsMax() + " members (client.itemsMax)";
  }

  private boolean stop(String why) {
    warn.accept(method.wireName() + " of the server has " + why + "; the rest was left out");
    return false;
  }
}
