package io.breakwater.provider.upstream;

import io.breakwater.provider.OfferListener;
import io.breakwater.provider.Offers;
import io.breakwater.provider.PromptOffer;
import io.breakwater.provider.ResourceOffer;
import io.breakwater.provider.TemplateOffer;
import io.breakwater.provider.ToolOffer;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** What listeners are told when one set of offers takes the place of another. */
final class OfferChanges {
  private OfferChanges() {}

  /** @param told lists that have changed whatever is in them */
  static Consumer<OfferListener> between(Offers before, Offers after, Set<Listing.Kind> told) {
    boolean tools = told.contains(Listing.Kind.TOOLS)
        || differ(before.tools(), after.tools(), ToolOffer::definition);
    boolean prompts = told.contains(Listing.Kind.PROMPTS)
        || differ(before.prompts(), after.prompts(), PromptOffer::definition);
    boolean resources = told.contains(Listing.Kind.RESOURCES)
        || differ(before.resources(), after.resources(), ResourceOffer::definition)
        || differ(before.templates(), after.templates(), TemplateOffer::definition);
    return listener -> {
      if (tools) {
        listener.toolsChanged();
      }
      if (prompts) {
        listener.promptsChanged();
      }
      if (resources) {
        listener.resourcesChanged();
      }
    };
  }

  private static <T> boolean differ(List<T> before, List<T> after, Function<T, ?> as) {
    return !before.stream().map(as).toList().equals(after.stream().map(as).toList());
  }
}
