package io.breakwater.launch;

import io.breakwater.api.Bounds;
import io.breakwater.api.Content;
import io.breakwater.api.Default;
import io.breakwater.api.Description;
import io.breakwater.api.Elicitation;
import io.breakwater.api.Field;
import io.breakwater.api.Sampling;
import io.breakwater.api.SamplingMessage;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolAnnotations;
import io.breakwater.api.ToolException;
import io.breakwater.api.ToolResult;
import io.vertx.core.Future;
import java.util.List;

/** The built-in tools that ask: the user by a form, the client's model for a text. */
final class AskingBuiltins {
  private static final ToolAnnotations HARMLESS =
      ToolAnnotations.NONE.readOnly(true).openWorld(false);

  private AskingBuiltins() {}

  static List<Tool> all() {
    return List.of(bookTable(), summarize());
  }

  record Party(
      @Default("2") @Bounds(min = 1, max = 12) @Description("How many guests")
      int guests) {}

  /** What the form of {@link #bookTable} holds. */
  record Booking(int guests, String time, String seat, boolean highChair) {
    ToolResult confirmed() {
      return ToolResult.text("A table for " + guests + " at " + time + ", " + seat
          + (highChair ? ", with a high chair" : "")
          + ". (A sample: nothing was booked.)");
    }
  }

  /** Asks a client that has forms; takes the defaults for one that has none, and says so. */
  private static Tool bookTable() {
    return Tool.of("book_table", Party.class)
        .title("Book a table")
        .description("Shows how a tool asks the user with a form. Nothing is booked.")
        .annotations(HARMLESS)
        .handler((input, call) -> {
          Elicitation form = form(input.guests());
          if (!call.supports(form)) {
            ToolResult booked = new Booking(input.guests(), "19:00", "inside", false).confirmed();
            return Future.succeededFuture(booked.with(
                Content.text("This client cannot ask its user, so these are defaults.")));
          }
          return call.elicit("booking", form)
              .map(answer -> answer.accepted()
                  ? answer.as(Booking.class).confirmed()
                  : ToolResult.text("No table, as you wish."));
        });
  }

  private static Elicitation form(int guests) {
    return Elicitation.form("When and where do you want to sit?")
        .with("guests", Field.integer().title("Guests").min(1).max(12).defaultValue(guests))
        .with(
            "time",
            Field.choice(List.of("18:00", "19:00", "20:00")).title("Time").defaultValue("19:00"))
        .with(
            "seat",
            Field.choice(List.of("inside", "terrace", "bar")).title("Seat").defaultValue("inside"))
        .with("highChair", Field.flag().title("High chair").defaultValue(false).optional());
  }

  record Passage(
      @Bounds(min = 1, max = 20_000) @Description("What to summarize")
      String text) {}

  private static Tool summarize() {
    return Tool.of("summarize", Passage.class)
        .title("Summarize")
        .description("Has the client's own model summarize a text in one sentence.")
        .annotations(HARMLESS)
        .handler((input, call) -> {
          Sampling question = Sampling.of(
              200, SamplingMessage.user("Summarize in one sentence:\n\n" + input.text()));
          if (!call.supports(question)) {
            throw new ToolException(
                "This client lets no server ask its model (capability sampling)");
          }
          return call.sample("summary", question).map(answer -> ToolResult.text(answer.text()));
        });
  }
}
