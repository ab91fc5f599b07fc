package io.breakwater.provider;

import java.util.List;

/**
 * What a provider offers at one moment, each list in an order that does not change by itself.
 *
 * <p>Immutable.
 */
public record Offers(
    List<ToolOffer> tools,
    List<ResourceOffer> resources,
    List<TemplateOffer> templates,
    List<PromptOffer> prompts) {

  public static final Offers NONE = new Offers(List.of(), List.of(), List.of(), List.of());

  public Offers {
    tools = List.copyOf(tools);
    resources = List.copyOf(resources);
    templates = List.copyOf(templates);
    prompts = List.copyOf(prompts);
  }
}
