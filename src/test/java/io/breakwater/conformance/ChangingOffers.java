package io.breakwater.conformance;

import io.breakwater.api.Prompt;
import io.breakwater.api.PromptMessage;
import io.breakwater.api.PromptResult;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolResult;
import io.breakwater.launch.Breakwater;
import io.vertx.core.Future;
import java.util.List;

/**
 * Tools that change what is offered while the server runs. What they add they take away again, so that lists stay as
 * they are.
 */
final class ChangingOffers {
  private static final String PASSING = "test_passing";

  private ChangingOffers() {}

  static List<Tool> all(Breakwater breakwater) {
    return List.of(
        Tool.of("test_trigger_tool_change")
            .description("Changes the list of tools")
            .handler((input, call) -> {
              breakwater.add(tool());
              breakwater.local().removeTool(PASSING);
              return Future.succeededFuture(ToolResult.text("The list of tools has changed"));
            }),
        Tool.of("test_trigger_prompt_change")
            .description("Changes the list of prompts")
            .handler((input, call) -> {
              breakwater.add(prompt());
              breakwater.local().removePrompt(PASSING);
              return Future.succeededFuture(ToolResult.text("The list of prompts has changed"));
            }));
  }

  private static Tool tool() {
    return Tool.of(PASSING)
        .description("Here for a moment")
        .handler((input, call) -> Future.succeededFuture(ToolResult.text("")));
  }

  private static Prompt prompt() {
    return Prompt.of(PASSING)
        .description("Here for a moment")
        .handler((arguments, call) ->
            Future.succeededFuture(PromptResult.of(PromptMessage.user("Nothing"))));
  }
}
