package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.McpClient;
import io.breakwater.client.Peer;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a server lists, as it lists it.
 *
 * <p>Immutable.
 *
 * @param failures which lists could not be read, and why
 */
record Listing(
    List<ObjectNode> tools,
    List<ObjectNode> resources,
    List<ObjectNode> templates,
    List<ObjectNode> prompts,
    List<String> failures) {
  static final Listing NONE = new Listing(List.of(), List.of(), List.of(), List.of(), List.of());

  /** A list of a server. */
  enum Kind {
    TOOLS,
    RESOURCES,
    PROMPTS
  }

  /**
   * Reads lists again, side by side; of one that cannot be read the earlier one stays.
   *
   * @param kinds which
   */
  Future<Listing> again(McpClient client, Peer peer, Set<Kind> kinds) {
    List<String> failed = new ArrayList<>();
    boolean ofTools = kinds.contains(Kind.TOOLS);
    boolean ofResources = kinds.contains(Kind.RESOURCES);
    boolean ofPrompts = kinds.contains(Kind.PROMPTS);
    boolean hasResources = peer.capabilities().has("resources");
    Future<List<ObjectNode>> newTools =
        read(ofTools, peer.capabilities().has("tools"), client::tools, tools, "tools", failed);
    Future<List<ObjectNode>> newResources =
        read(ofResources, hasResources, client::resources, resources, "resources", failed);
    Future<List<ObjectNode>> newTemplates =
        read(ofResources, hasResources, client::resourceTemplates, templates, "templates", failed);
    Future<List<ObjectNode>> newPrompts = read(
        ofPrompts, peer.capabilities().has("prompts"), client::prompts, prompts, "prompts", failed);
    return Future.all(newTools, newResources, newTemplates, newPrompts)
        .map(all -> new Listing(
            newTools.result(),
            newResources.result(),
            newTemplates.result(),
            newPrompts.result(),
            List.copyOf(failed)));
  }

  private static Future<List<ObjectNode>> read(
      boolean wanted,
      boolean declared,
      Supplier<Future<List<ObjectNode>>> list,
      List<ObjectNode> before,
      String what,
      List<String> failed) {
    if (!wanted) {
      return Future.succeededFuture(before);
    }
    if (!declared) {
      return Future.succeededFuture(List.of());
    }
    return list.get().recover(failure -> {
      // A server may declare resources and have no templates.
      if (!what.equals("templates")) {
        failed.add(what + ": " + ChildLog.clean(String.valueOf(failure.getMessage())));
      }
      return Future.succeededFuture(before);
    });
  }
}
