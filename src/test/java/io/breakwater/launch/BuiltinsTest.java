package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.ModernClient;
import io.breakwater.options.Options;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class BuiltinsTest {
  private ModernClient client;

  @BeforeEach
  void start(Vertx vertx) {
    Breakwater breakwater = Breakwater.create(vertx, Options.defaults().with("listen.port", 0));
    Builtins.addTo(breakwater.local());
    int port = breakwater.listen(1).await();
    client = new ModernClient(URI.create("http://localhost:" + port + "/mcp"));
  }

  @Test
  void firstTool_withoutArguments_answers() throws Exception {
    assertThat(client.toolNames())
        .containsExactly("time", "add", "echo", "countdown", "book_table", "summarize");
    assertThat(structured(client.call("time", Map.of())).getString("zone")).isEqualTo("UTC");
  }

  @Test
  void time_zoneThatIsNone_isAnError() throws Exception {
    JsonObject result = client.call("time", Map.of("zone", "Atlantis/Port"));

    assertThat(result.getBoolean("isError")).isTrue();
    assertThat(ModernClient.text(result)).startsWith("zone: not a time zone");
  }

  @Test
  void add_decimalNumbers_isExact() throws Exception {
    assertThat(sum("{\"a\":2,\"b\":3}")).isEqualTo("{\"sum\":5}");
    assertThat(sum("{\"a\":0.1,\"b\":0.2}")).isEqualTo("{\"sum\":0.3}");
  }

  @Test
  void add_sumThatEndsInZeros_isWrittenInFull() throws Exception {
    assertThat(ModernClient.text(client.call("add", Map.of("a", 50, "b", 50))))
        .isEqualTo("{\"sum\":100}");
  }

  private String sum(String arguments) throws Exception {
    JsonObject params =
        new JsonObject().put("name", "add").put("arguments", new JsonObject(arguments));
    return structured(client.result("tools/call", params)).encode();
  }

  @Test
  void add_beyondItsBounds_isAnError() throws Exception {
    assertThat(client.call("add", Map.of("a", 1e15, "b", 0)).getBoolean("isError", false))
        .isFalse();
    assertThat(client.call("add", Map.of("a", 1.1e15, "b", 0)).getBoolean("isError"))
        .isTrue();
  }

  @Test
  void echo_withoutATag_saysTheText() throws Exception {
    assertThat(ModernClient.text(client.call("echo", Map.of("text", "hello")))).isEqualTo("hello");
  }

  @Test
  void countdown_toTheEnd_isWhatTheResourceHolds() throws Exception {
    assertThat(client.read("breakwater://countdown")).isEqualTo("No countdown so far");

    JsonObject result = client.call("countdown", Map.of("from", 1, "stepMs", 100));

    assertThat(ModernClient.text(result)).isEqualTo("Liftoff after 1 steps");
    assertThat(client.read("breakwater://countdown")).isEqualTo("Liftoff");
  }

  @Test
  void countdown_outOfBounds_isAnError() throws Exception {
    assertThat(client.call("countdown", Map.of("from", 11)).getBoolean("isError"))
        .isTrue();
    assertThat(client.call("countdown", Map.of("from", 0)).getBoolean("isError"))
        .isTrue();
  }

  @Test
  void bookTable_clientWithForms_asksAndConfirms() throws Exception {
    JsonObject asked = client.call("book_table", Map.of("guests", 4));
    JsonObject schema = asked
        .getJsonObject("inputRequests")
        .getJsonObject("booking")
        .getJsonObject("params")
        .getJsonObject("requestedSchema");

    assertThat(schema.getJsonObject("properties").getJsonObject("guests").getInteger("default"))
        .isEqualTo(4);

    JsonObject answers = new JsonObject("""
        {"booking": {
          "action": "accept",
          "content": {"guests": 4, "time": "20:00", "seat": "bar"}
        }}""");
    assertThat(ModernClient.text(client.answer(asked, "book_table", Map.of("guests", 4), answers)))
        .isEqualTo("A table for 4 at 20:00, bar. (A sample: nothing was booked.)");
  }

  @Test
  void bookTable_userWhoDeclines_booksNothing() throws Exception {
    JsonObject asked = client.call("book_table", Map.of());
    JsonObject answers = new JsonObject("{\"booking\":{\"action\":\"decline\"}}");

    assertThat(ModernClient.text(client.answer(asked, "book_table", Map.of(), answers)))
        .isEqualTo("No table, as you wish.");
  }

  @Test
  void askingTools_clientThatCannotBeAsked_sayItPlainly() throws Exception {
    JsonArray booked = client.mute().call("book_table", Map.of()).getJsonArray("content");
    JsonObject summary = client.mute().call("summarize", Map.of("text", "A long story."));

    assertThat(booked.getJsonObject(0).getString("text"))
        .startsWith("A table for 2 at 19:00, inside");
    assertThat(booked.getJsonObject(1).getString("text")).contains("cannot ask its user");
    assertThat(summary.getBoolean("isError")).isTrue();
    assertThat(ModernClient.text(summary)).contains("capability sampling");
  }

  @Test
  void summarize_clientWithAModel_returnsWhatItSaid() throws Exception {
    Map<String, Object> story = Map.of("text", "A long story.");
    JsonObject answers = new JsonObject("""
        {"summary": {
          "role": "assistant",
          "content": {"type": "text", "text": "In short."},
          "model": "test"
        }}""");

    JsonObject asked = client.call("summarize", story);

    assertThat(ModernClient.text(client.answer(asked, "summarize", story, answers)))
        .isEqualTo("In short.");
  }

  @Test
  void greeting_nameOfTheUri_isGreeted() throws Exception {
    JsonObject reference =
        new JsonObject().put("type", "ref/resource").put("uri", "breakwater://greeting/{name}");

    assertThat(client.read("breakwater://greeting/Ada%20L.")).isEqualTo("Hello, Ada L.!");
    assertThat(client.complete(reference, "name", "a")).containsExactly("Ada", "Alan");
  }

  @Test
  void greeting_nameOfAHundredCharacters_isTheLongest() throws Exception {
    String uri = "breakwater://greeting/" + "a".repeat(100);

    assertThat(client.read(uri)).hasSize(108);
    assertThat(client
            .request("resources/read", new JsonObject().put("uri", uri + "a"))
            .getJsonObject("error")
            .getInteger("code"))
        .isEqualTo(-32602);
  }

  @Test
  void codeReview_withAFocus_saysIt() throws Exception {
    JsonObject params = new JsonObject("""
        {"name": "code_review", "arguments": {"code": "int x;", "focus": "naming"}}""");
    JsonObject reference = new JsonObject().put("type", "ref/prompt").put("name", "code_review");

    String text = client
        .result("prompts/get", params)
        .getJsonArray("messages")
        .getJsonObject(0)
        .getJsonObject("content")
        .getString("text");

    assertThat(text).contains("naming").endsWith("int x;");
    assertThat(client.complete(reference, "focus", "s")).containsExactly("security");
  }

  private static JsonObject structured(JsonObject result) {
    assertThat(result.containsKey("structuredContent")).as(result.encode()).isTrue();
    return result.getJsonObject("structuredContent");
  }
}
