package io.breakwater.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.ModernClient;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The example does what it says. */
@ExtendWith(VertxExtension.class)
class LibraryVerticleTest {
  private URI root;
  private ModernClient client;

  @BeforeEach
  void start(Vertx vertx) {
    LibraryVerticle library = new LibraryVerticle(0);
    vertx.deployVerticle(library).await();
    root = URI.create("http://localhost:" + library.port() + "/");
    client = new ModernClient(root.resolve("mcp"));
  }

  @Test
  void ownRoute_besideTheEndpoint_answers() throws Exception {
    assertThat(own("GET", "")).isEqualTo("The library is open.");
  }

  @Test
  void tool_ofRecords_showsAndKeepsItsSchemas() throws Exception {
    JsonObject add = client.tools().getJsonObject(0);

    assertThat(add.getString("name")).isEqualTo("add");
    assertThat(add.getJsonObject("inputSchema").getJsonArray("required")).containsExactly("a", "b");
    assertThat(add.getJsonObject("outputSchema").getJsonObject("properties").getMap())
        .containsOnlyKeys("value");
    assertThat(client.call("add", Map.of("a", 2, "b", 3)).getJsonObject("structuredContent"))
        .isEqualTo(new JsonObject().put("value", 5));
    assertThat(client.call("add", Map.of("a", 2, "b", "three")).getBoolean("isError"))
        .isTrue();
  }

  @Test
  void tool_thatBlocks_returns() throws Exception {
    JsonObject space = client.call("free_space", Map.of()).getJsonObject("structuredContent");

    assertThat(space.getString("unit")).isEqualTo("GIGABYTES");
    assertThat(space.getDouble("value")).isPositive();
  }

  @Test
  void tool_thatAsks_endsOnceTheUserHasAnswered() throws Exception {
    Map<String, Object> emma = Map.of("title", "emma");
    JsonObject asked = client.call("lend", emma);
    JsonObject form = asked.getJsonObject("inputRequests").getJsonObject("terms");

    assertThat(form.getString("method")).isEqualTo("elicitation/create");
    assertThat(form.getJsonObject("params").getString("message"))
        .isEqualTo("For how long do you want emma?");

    JsonObject answers = new JsonObject("""
        {"terms": {"action": "accept", "content": {"weeks": 3, "reminder": false}}}""");
    JsonObject lent = client.answer(asked, "lend", emma, answers);

    assertThat(ModernClient.text(lent)).isEqualTo("emma is yours for 3 weeks");
    assertThat(client.read("library://book/emma")).isEqualTo("Jane Austen, lent");
  }

  @Test
  void template_readAndCompleted_fillsItsVariable() throws Exception {
    JsonObject reference =
        new JsonObject().put("type", "ref/resource").put("uri", "library://book/{title}");

    assertThat(client.read("library://book/dune")).isEqualTo("Frank Herbert, on the shelf");
    assertThat(client.complete(reference, "title", "w")).containsExactly("walden");
  }

  @Test
  void prompt_got_isFilledIn() throws Exception {
    JsonObject params = new JsonObject("""
        {"name": "recommend", "arguments": {"mood": "tired"}}""");

    JsonObject message =
        client.result("prompts/get", params).getJsonArray("messages").getJsonObject(0);

    assertThat(message.getJsonObject("content").getString("text"))
        .isEqualTo("Recommend a book of this library to somebody who is tired");
  }

  @Test
  void tool_addedAndRemovedWhileRunning_comesAndGoes() throws Exception {
    assertThat(client.toolNames()).containsExactly("add", "free_space", "lend");

    own("POST", "late-returns");
    assertThat(client.toolNames()).containsExactly("add", "free_space", "lend", "give_back");

    own("DELETE", "late-returns");
    assertThat(client.toolNames()).containsExactly("add", "free_space", "lend");
  }

  private String own(String method, String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(root.resolve(path))
        .method(method, BodyPublishers.noBody())
        .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
