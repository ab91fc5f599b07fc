package io.breakwater.launch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException;
import io.breakwater.client.McpClient;
import io.breakwater.client.Peer;
import io.breakwater.spec.ErrorCodes;
import io.vertx.core.Future;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows what a server has: tools, resources and prompts, as three tables or as one JSON object.
 *
 * <p>Confined to one run.
 */
final class ListCommand {
  private final McpClient client;
  private final ClientArguments arguments;
  private final int widthChars;
  private final PrintStream out;

  ListCommand(McpClient client, ClientArguments arguments, int widthChars, PrintStream out) {
    this.client = client;
    this.arguments = arguments;
    this.widthChars = widthChars;
    this.out = out;
  }

  /** The exit code, once all is printed. */
  Future<Integer> run() {
    return arguments.inTime(client
        .connect()
        .compose(peer ->
            lists(peer).map(lists -> arguments.json() ? json(peer, lists) : tables(peer, lists))));
  }

  /** Tools, resources, templates, prompts: those that the server says it has. */
  private Future<List<List<ObjectNode>>> lists(Peer peer) {
    boolean resources = peer.capabilities().has("resources");
    List<List<ObjectNode>> lists = new ArrayList<>();
    return (peer.capabilities().has("tools") ? client.tools() : none())
        .onSuccess(lists::add)
        .compose(done -> resources ? client.resources() : none())
        .onSuccess(lists::add)
        .compose(done ->
            resources ? client.resourceTemplates().recover(ListCommand::unlessUnknown) : none())
        .onSuccess(lists::add)
        .compose(done -> peer.capabilities().has("prompts") ? client.prompts() : none())
        .onSuccess(lists::add)
        .map(lists);
  }

  /** Templates are a method of their own, which a server with resources need not have. */
  private static Future<List<ObjectNode>> unlessUnknown(Throwable failure) {
    boolean unknown = failure instanceof ClientException why
        && why.error() != null
        && why.error().code() == ErrorCodes.METHOD_NOT_FOUND;
    return unknown ? none() : Future.failedFuture(failure);
  }

  private static Future<List<ObjectNode>> none() {
    return Future.succeededFuture(List.of());
  }

  private int tables(Peer peer, List<List<ObjectNode>> lists) {
    out.println(server(peer));
    out.println();
    Table tools = new Table("Tools", widthChars);
    lists.get(0).forEach(tool -> tools.add(tool.path("name").asText(), about(tool)));
    tools.print(out);
    Table resources = new Table("Resources", widthChars);
    lists.get(1).forEach(each -> resources.add(each.path("uri").asText(), about(each)));
    lists.get(2).forEach(each -> resources.add(each.path("uriTemplate").asText(), about(each)));
    resources.print(out);
    Table prompts = new Table("Prompts", widthChars);
    lists.get(3).forEach(prompt -> prompts.add(prompt.path("name").asText(), about(prompt)));
    prompts.print(out);
    return Launch.OK;
  }

  private static String server(Peer peer) {
    ObjectNode info = peer.serverInfo();
    String name = info == null
        ? "A server without a name"
        : info.path("name").asText() + " " + info.path("version").asText();
    return TerminalText.line(name, 200) + ", revision " + peer.revision().date() + " over "
        + peer.transport();
  }

  private static String about(ObjectNode offer) {
    String title = offer.path("title").asText(offer.path("name").asText());
    return offer.path("description").asText(title);
  }

  private int json(Peer peer, List<List<ObjectNode>> lists) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("revision", peer.revision().date()).put("transport", peer.transport());
    if (peer.serverInfo() != null) {
      json.set("serverInfo", peer.serverInfo());
    }
    json.set("tools", array(lists.get(0)));
    json.set("resources", array(lists.get(1)));
    json.set("resourceTemplates", array(lists.get(2)));
    json.set("prompts", array(lists.get(3)));
    out.println(TerminalText.json(json.toPrettyString()));
    return Launch.OK;
  }

  private static ArrayNode array(List<ObjectNode> list) {
    return JsonNodeFactory.instance.arrayNode().addAll(list);
  }
}
