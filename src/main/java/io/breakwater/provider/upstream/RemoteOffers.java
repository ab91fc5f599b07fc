package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.UriTemplate;
import io.breakwater.client.Mirror;
import io.breakwater.options.servers.Naming;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.provider.MirroredParam;
import io.breakwater.provider.Offers;
import io.breakwater.provider.PromptOffer;
import io.breakwater.provider.ResourceOffer;
import io.breakwater.provider.TemplateOffer;
import io.breakwater.provider.ToolOffer;
import io.breakwater.rpc.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes offers of what a server lists, as its entry wants them: some left out, some renamed, some described otherwise.
 * What has no name, or one that was there already, is left out with a warning.
 *
 * <p>Confined to one thread, for one listing.
 */
final class RemoteOffers {
  private static final int NAME_CHARS_SHOWN_WHOLE = 1000;

  private final Upstream server;
  private final ServerEntry entry;
  private final Consumer<String> warn;

  RemoteOffers(Upstream server, Consumer<String> warn) {
    this.server = server;
    this.entry = server.entry();
    this.warn = warn;
  }

  Offers of(Listing listing) {
    return new Offers(
        tools(listing.tools()),
        resources(listing.resources()),
        templates(listing.templates()),
        prompts(listing.prompts()));
  }

  private List<ToolOffer> tools(List<ObjectNode> listed) {
    List<ToolOffer> offers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (ObjectNode tool : listed) {
      String theirs = text(tool, "name", "tool");
      if (theirs == null || !entry.tools().offers(theirs)) {
        continue;
      }
      String ours = entry.tools().rename().getOrDefault(theirs, theirs);
      if (isNew(names, ours, "tool")) {
        try {
          offers.add(new RemoteTool(
              server, theirs, ours, definition(tool, ours, entry.tools(), theirs), mirrored(tool)));
        } catch (IllegalArgumentException invalid) {
          warn.accept("tool " + shown(ours) + " was left out: " + invalid.getMessage());
        }
      }
    }
    return offers;
  }

  private static List<MirroredParam> mirrored(ObjectNode tool) {
    List<MirroredParam> mirrored = new ArrayList<>();
    Mirror.of(tool)
        .params()
        .forEach((path, header) -> mirrored.add(new MirroredParam(path, header)));
    return List.copyOf(mirrored);
  }

  private List<PromptOffer> prompts(List<ObjectNode> listed) {
    List<PromptOffer> offers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (ObjectNode prompt : listed) {
      String theirs = text(prompt, "name", "prompt");
      if (theirs == null || !entry.prompts().offers(theirs)) {
        continue;
      }
      String ours = entry.prompts().rename().getOrDefault(theirs, theirs);
      if (isNew(names, ours, "prompt")) {
        offers.add(new RemotePrompt(
            server, theirs, ours, definition(prompt, ours, entry.prompts(), theirs)));
      }
    }
    return offers;
  }

  private List<ResourceOffer> resources(List<ObjectNode> listed) {
    List<ResourceOffer> offers = new ArrayList<>();
    Set<String> uris = new HashSet<>();
    for (ObjectNode resource : listed) {
      String uri = text(resource, "uri", "resource");
      if (uri != null && isNew(uris, uri, "resource")) {
        offers.add(new RemoteResource(server, uri, Meta.ofResult(resource)));
      }
    }
    return offers;
  }

  private List<TemplateOffer> templates(List<ObjectNode> listed) {
    List<TemplateOffer> offers = new ArrayList<>();
    Set<String> texts = new HashSet<>();
    for (ObjectNode template : listed) {
      String text = text(template, "uriTemplate", "resource template");
      if (text != null && isNew(texts, text, "resource template")) {
        offers.add(new RemoteTemplate(server, text, parsed(text), Meta.ofResult(template)));
      }
    }
    return offers;
  }

  private @Nullable UriTemplate parsed(String text) {
    try {
      return UriTemplate.of(text);
    } catch (IllegalArgumentException invalid) {
      warn.accept(
          "resource template " + shown(text) + " cannot be matched: " + invalid.getMessage());
      return null;
    }
  }

  private static ObjectNode definition(
      ObjectNode listed, String ours, Naming naming, String theirs) {
    ObjectNode definition = JsonNodeFactory.instance.objectNode().setAll(Meta.ofResult(listed));
    definition.put("name", ours);
    String description = naming.describe().get(theirs);
    return description == null ? definition : definition.put("description", description);
  }

  private @Nullable String text(ObjectNode listed, String member, String what) {
    String text = listed.path(member).textValue();
    if (text == null || text.isEmpty()) {
      warn.accept("a " + what + " without " + member + " was left out");
      return null;
    }
    if (!ChildLog.clean(text).equals(text) && text.length() <= NAME_CHARS_SHOWN_WHOLE) {
      warn.accept(what + " " + shown(text) + " was left out: its " + member
          + " has characters that cannot be seen");
      return null;
    }
    return text;
  }

  private boolean isNew(Set<String> names, String name, String what) {
    if (!names.add(name)) {
      warn.accept(what + " " + shown(name) + " is listed twice; the first counts");
      return false;
    }
    return true;
  }

  private static String shown(String name) {
    return Refusal.clip(ChildLog.clean(name));
  }
}
