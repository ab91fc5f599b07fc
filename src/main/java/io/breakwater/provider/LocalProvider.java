package io.breakwater.provider;

import io.breakwater.api.Prompt;
import io.breakwater.api.Resource;
import io.breakwater.api.ResourceTemplate;
import io.breakwater.api.Tool;
import io.breakwater.options.Options;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What a Java program offers. Everything can be added and removed at any time; listeners are told after it can be seen.
 * Offers stand in the order in which they were added.
 *
 * <p>Thread-safe.
 */
public final class LocalProvider implements Provider {
  private final List<OfferListener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicReference<Shelves> shelves = new AtomicReference<>(Shelves.EMPTY);
  private final Schemas schemas;
  private final Works works;

  public LocalProvider(Schemas schemas, BlockingExecutor blocking) {
    this.schemas = schemas;
    this.works = new Works(blocking);
  }

  /** A provider with a {@link BlockingExecutor} of its own, whose threads end by themselves when they are idle. */
  public static LocalProvider of(Options options) {
    return new LocalProvider(
        new Schemas(SchemaLimits.of(options.limits())), new BlockingExecutor(options.blocking()));
  }

  /** What is offered, and where a change starts from. Immutable. */
  private record Shelves(
      Shelf<ToolOffer> tools,
      Shelf<ResourceOffer> resources,
      Shelf<TemplateOffer> templates,
      Shelf<PromptOffer> prompts,
      Offers offers) {
    static final Shelves EMPTY = of(Shelf.empty(), Shelf.empty(), Shelf.empty(), Shelf.empty());

    static Shelves of(
        Shelf<ToolOffer> tools,
        Shelf<ResourceOffer> resources,
        Shelf<TemplateOffer> templates,
        Shelf<PromptOffer> prompts) {
      Offers offers =
          new Offers(tools.offers(), resources.offers(), templates.offers(), prompts.offers());
      return new Shelves(tools, resources, templates, prompts, offers);
    }

    Shelves tools(UnaryOperator<Shelf<ToolOffer>> change) {
      Shelf<ToolOffer> changed = change.apply(tools);
      return changed.equals(tools) ? this : of(changed, resources, templates, prompts);
    }

    Shelves resources(UnaryOperator<Shelf<ResourceOffer>> change) {
      Shelf<ResourceOffer> changed = change.apply(resources);
      return changed.equals(resources) ? this : of(tools, changed, templates, prompts);
    }

    Shelves templates(UnaryOperator<Shelf<TemplateOffer>> change) {
      Shelf<TemplateOffer> changed = change.apply(templates);
      return changed.equals(templates) ? this : of(tools, resources, changed, prompts);
    }

    Shelves prompts(UnaryOperator<Shelf<PromptOffer>> change) {
      Shelf<PromptOffer> changed = change.apply(prompts);
      return changed.equals(prompts) ? this : of(tools, resources, templates, changed);
    }
  }

  @Override
  public Offers offers() {
    return Objects.requireNonNull(shelves.get()).offers();
  }

  @Override
  public Runnable listen(OfferListener listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /**
   * Offers tools.
   *
   * @throws IllegalArgumentException when a name is taken or a schema is refused; then nothing has changed
   */
  public void add(Tool... tools) {
    List<ToolOffer> more = Arrays.stream(tools)
        .map(tool -> (ToolOffer) new LocalTool(tool, schemas, works))
        .toList();
    change(
        all -> all.tools(shelf -> shelf.with("tool", more, ToolOffer::name)),
        OfferListener::toolsChanged);
  }

  /**
   * Offers resources.
   *
   * @throws IllegalArgumentException when a URI is taken; then nothing has changed
   */
  public void add(Resource... resources) {
    List<ResourceOffer> more = Arrays.stream(resources)
        .map(resource -> (ResourceOffer) new LocalResource(resource, works))
        .toList();
    change(
        all -> all.resources(shelf -> shelf.with("resource", more, ResourceOffer::uri)),
        OfferListener::resourcesChanged);
  }

  /**
   * Offers resource templates.
   *
   * @throws IllegalArgumentException when a template is there already; then nothing has changed
   */
  public void add(ResourceTemplate... templates) {
    List<TemplateOffer> more = Arrays.stream(templates)
        .map(template -> (TemplateOffer) new LocalTemplate(template, works))
        .toList();
    change(
        all ->
            all.templates(shelf -> shelf.with("resource template", more, TemplateOffer::template)),
        OfferListener::resourcesChanged);
  }

  /**
   * Offers prompts.
   *
   * @throws IllegalArgumentException when a name is taken; then nothing has changed
   */
  public void add(Prompt... prompts) {
    List<PromptOffer> more = Arrays.stream(prompts)
        .map(prompt -> (PromptOffer) new LocalPrompt(prompt, works))
        .toList();
    change(
        all -> all.prompts(shelf -> shelf.with("prompt", more, PromptOffer::name)),
        OfferListener::promptsChanged);
  }

  /** Offers the tool no more; calls in flight go on. Nothing happens when it is not there. */
  public void removeTool(String name) {
    change(all -> all.tools(shelf -> shelf.without(name)), OfferListener::toolsChanged);
  }

  /** Offers the resource no more. Nothing happens when it is not there. */
  public void removeResource(String uri) {
    change(all -> all.resources(shelf -> shelf.without(uri)), OfferListener::resourcesChanged);
  }

  /** Offers the template no more. Nothing happens when it is not there. */
  public void removeTemplate(String template) {
    change(all -> all.templates(shelf -> shelf.without(template)), OfferListener::resourcesChanged);
  }

  /** Offers the prompt no more. Nothing happens when it is not there. */
  public void removePrompt(String name) {
    change(all -> all.prompts(shelf -> shelf.without(name)), OfferListener::promptsChanged);
  }

  /** Tells those who subscribed to a resource that its contents have changed. */
  public void resourceUpdated(String uri) {
    listeners.forEach(listener -> listener.resourceUpdated(uri));
  }

  @SuppressWarnings("ReferenceEquality") // a change that changes nothing returns what it was given
  private void change(UnaryOperator<Shelves> change, Consumer<OfferListener> tell) {
    Shelves before = Objects.requireNonNull(shelves.get());
    Shelves after = change.apply(before);
    while (!shelves.compareAndSet(before, after)) {
      before = Objects.requireNonNull(shelves.get());
      after = change.apply(before);
    }
    if (after != before) {
      listeners.forEach(tell);
    }
  }
}
