package io.breakwater.provider;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the catalog offers at one moment, by name and in order.
 *
 * <p>Immutable.
 */
public final class Snapshot {
  static final Snapshot EMPTY = new Snapshot(List.of());

  private final List<Offers> from;
  private final Set<String> duplicates = new LinkedHashSet<>();
  private final Map<String, ToolOffer> toolsByName;
  private final Map<String, ResourceOffer> resourcesByUri;
  private final Map<String, TemplateOffer> templatesByText;
  private final Map<String, PromptOffer> promptsByName;
  private final List<ToolOffer> tools;
  private final List<ResourceOffer> resources;
  private final List<TemplateOffer> templates;
  private final List<PromptOffer> prompts;

  Snapshot(List<Offers> from) {
    this.from = from;
    toolsByName = merge("tool", Offers::tools, ToolOffer::name);
    resourcesByUri = merge("resource", Offers::resources, ResourceOffer::uri);
    templatesByText = merge("resource template", Offers::templates, TemplateOffer::template);
    promptsByName = merge("prompt", Offers::prompts, PromptOffer::name);
    tools = List.copyOf(toolsByName.values());
    resources = List.copyOf(resourcesByUri.values());
    templates = List.copyOf(templatesByText.values());
    prompts = List.copyOf(promptsByName.values());
  }

  private <T> Map<String, T> merge(
      String what, Function<Offers, List<T>> list, Function<T, String> name) {
    Map<String, T> merged = new LinkedHashMap<>();
    for (Offers offers : from) {
      for (T offer : list.apply(offers)) {
        if (merged.putIfAbsent(name.apply(offer), offer) != null) {
          duplicates.add(what + " " + name.apply(offer));
        }
      }
    }
    return merged;
  }

  /** Whether it was made of exactly these. */
  @SuppressWarnings("ReferenceEquality") // the same object until something changes
  boolean isOf(List<Offers> offers) {
    if (offers.size() != from.size()) {
      return false;
    }
    for (int i = 0; i < offers.size(); i++) {
      if (offers.get(i) != from.get(i)) {
        return false;
      }
    }
    return true;
  }

  /** What is offered more than once, for the log. */
  Set<String> duplicates() {
    return duplicates;
  }

  public List<ToolOffer> tools() {
    return tools;
  }

  public List<ResourceOffer> resources() {
    return resources;
  }

  public List<TemplateOffer> templates() {
    return templates;
  }

  public List<PromptOffer> prompts() {
    return prompts;
  }

  public @Nullable ToolOffer tool(String name) {
    return toolsByName.get(name);
  }

  public @Nullable PromptOffer prompt(String name) {
    return promptsByName.get(name);
  }

  public @Nullable ResourceOffer resource(String uri) {
    return resourcesByUri.get(uri);
  }

  /** The template as it is listed, not one of its URIs. */
  public @Nullable TemplateOffer template(String template) {
    return templatesByText.get(template);
  }

  /** Who reads a URI: the resource itself, else the first template that it matches; null for nobody. */
  public @Nullable ResourceReader reader(String uri) {
    ResourceReader exact = resourcesByUri.get(uri);
    if (exact != null) {
      return exact;
    }
    for (TemplateOffer template : templates) {
      if (template.matches(uri)) {
        return template;
      }
    }
    return null;
  }
}
