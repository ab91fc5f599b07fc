package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HttpDoorTest {
  private OpenDoor door;

  @BeforeEach
  void open() throws Exception {
    door = new OpenDoor(Options.defaults().with("limits.lingerMs", 200));
  }

  @AfterEach
  void close() throws Exception {
    door.close();
  }

  @Test
  void post_ofJson_reachesTheEra() throws Exception {
    try (RawClient client = door.client()) {
      RawClient.Answer answer = client.post("{\"id\":1}");

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("{}");
      assertThat(answer.field("content-type")).isEqualTo("application/json");
      assertThat(answer.field("cache-control")).isEqualTo("no-store");
      assertThat(door.era.bodies.get(0).path("id").asInt()).isEqualTo(1);
    }
  }

  @Test
  void post_refusedAfterItsBody_leavesTheConnectionAlive() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.request("{\"id\":7,") + RawClient.request("{}"));

      RawClient.Answer refused = client.answer();
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.field("connection")).isEmpty();
      assertThat(refused.body())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32700,\"message\":\"Parse error:"
                  + " request body ends before its JSON value does\"}}");
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void post_refusedBeforeItsEnd_closesTheConnection() throws Exception {
    try (RawClient client = door.client()) {
      client.send(
          RawClient.head("POST", "Content-Length: 5000") + "{\"id\":\"a\",\"x\":" + "[".repeat(70));

      RawClient.Answer refused = client.answer();
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.field("connection")).isEqualTo("close");
      assertThat(refused.body()).contains("\"id\":\"a\"").contains("limits.depthMax");
      assertThat(client.closed()).isTrue();
    }
    assertThat(door.bodies.open()).isZero();
  }
}
