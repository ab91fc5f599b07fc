package io.breakwater.conformance;

import io.breakwater.api.Completer;
import io.breakwater.api.Prompt;
import io.breakwater.api.PromptArgument;
import io.breakwater.api.PromptMessage;
import io.breakwater.api.PromptResult;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The prompts that the suite asks for. */
final class TestPrompts {
  private TestPrompts() {}

  static List<Prompt> all() {
    return List.of(simple(), withArguments(), withResource(), withImage());
  }

  private static Prompt simple() {
    return fill(
        Prompt.of("test_simple_prompt").description("A prompt without arguments"),
        arguments -> PromptResult.of(PromptMessage.user("This is a simple prompt for testing.")));
  }

  private static Prompt withArguments() {
    Completer completer = Completer.among(List.of("test", "testValue1", "testValue2"));
    return fill(
        Prompt.of("test_prompt_with_arguments")
            .description("A prompt with two arguments")
            .argument(PromptArgument.required("arg1")
                .description("First test argument")
                .completer(completer))
            .argument(PromptArgument.required("arg2")
                .description("Second test argument")
                .completer(completer)),
        arguments -> PromptResult.of(PromptMessage.user("Prompt with arguments: arg1='"
            + arguments.get("arg1") + "', arg2='" + arguments.get("arg2") + "'")));
  }

  private static Prompt withResource() {
    return fill(
        Prompt.of("test_prompt_with_embedded_resource")
            .description("A prompt with a resource inside")
            .argument(
                PromptArgument.required("resourceUri").description("URI of the resource to embed")),
        arguments -> PromptResult.of(
            PromptMessage.user(ContentTools.embedded(
                arguments.getOrDefault("resourceUri", ""),
                "text/plain",
                "Embedded resource content for testing.")),
            PromptMessage.user("Please process the embedded resource above.")));
  }

  private static Prompt withImage() {
    return fill(
        Prompt.of("test_prompt_with_image").description("A prompt with an image inside"),
        arguments -> PromptResult.of(
            PromptMessage.user(ContentTools.image()),
            PromptMessage.user("Please analyze the image above.")));
  }

  private static Prompt fill(
      Prompt.Builder prompt, Function<Map<String, String>, PromptResult> messages) {
    return prompt.handler((arguments, call) -> Future.succeededFuture(messages.apply(arguments)));
  }
}
