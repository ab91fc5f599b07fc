package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whose channels are whose, how many there may be, and when one is cut. */
final class SseChannelsTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  /** Takes everybody for who they say they are. */
  private static final Admission NAMED = head -> {
    List<String> name = head.headers("X-Name");
    return Future.succeededFuture(name.isEmpty() ? head : head.as(name.get(0)));
  };

  private static RawClient connect(OpenDoor door, String name) throws Exception {
    return door.client().send(RawClient.head("GET", "X-Name: " + name).replace(" /mcp ", " /sse "));
  }

  private static String endpoint(RawClient client) throws Exception {
    assertThat(client.answer().status()).isEqualTo(200);
    String[] lines = client.chunk().split("\n");
    assertThat(lines[0]).isEqualTo("event: endpoint");
    return lines[1].substring("data: ".length());
  }

  private static RawClient.Answer post(OpenDoor door, String endpoint, String name)
      throws Exception {
    try (RawClient client = door.client()) {
      return client
          .send(RawClient.request(PING, "X-Name: " + name).replace(" /mcp ", " " + endpoint + " "))
          .answer();
    }
  }

  @Test
  void channel_ofAnotherPrincipal_isNotFound() throws Exception {
    try (OpenDoor door = new OpenDoor(Options.defaults(), NAMED);
        RawClient ada = connect(door, "ada")) {
      String endpoint = endpoint(ada);

      assertThat(post(door, endpoint, "ada").status()).isEqualTo(202);
      RawClient.Answer foreign = post(door, endpoint, "eve");
      assertThat(foreign.status()).isEqualTo(404);
      assertThat(foreign.body()).contains("-32600");
      assertThat(post(door, endpoint.replaceAll(".$", "*"), "ada").status()).isEqualTo(404);
    }
  }

  @Test
  void channels_ofOnePrincipal_oneTooMany_isRefused_andOthersAreNot() throws Exception {
    Options options = Options.defaults().with("sessions.perPrincipalMax", 2);
    List<RawClient> clients = new ArrayList<>();
    try (OpenDoor door = new OpenDoor(options, NAMED)) {
      clients.add(connect(door, "ada"));
      clients.add(connect(door, "ada"));
      clients.add(connect(door, "eve"));
      for (RawClient client : clients) {
        assertThat(endpoint(client)).startsWith("/message?sessionId=");
      }
      try (RawClient third = connect(door, "ada")) {
        RawClient.Answer refused = third.answer();
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.field("retry-after")).isNotEmpty();
        assertThat(refused.body()).contains("2 of one principal (sessions.perPrincipalMax)");
      }
      assertThat(door.channels.count()).isEqualTo(3);
      door.channels.close();
      for (RawClient client : clients) {
        assertThat(client.chunk()).isEmpty();
        client.close();
      }
      assertThat(door.channels.count()).isZero();
    }
  }

  @Test
  void channel_whoseReaderDoesNotRead_isCut() throws Exception {
    Options options = Options.defaults().with("limits.unsentBytesMax", 10_000);
    try (OpenDoor door = new OpenDoor(options);
        RawClient slow = connect(door, "ada")) {
      String endpoint = endpoint(slow);
      String large = "x".repeat(1_000_000);
      door.era.onPost = (exchange, body) ->
          exchange.answer(200, Map.of(), JsonNodeFactory.instance.textNode(large));

      int status = 202;
      for (int i = 0; i < 200 && status == 202; i++) {
        status = post(door, endpoint, "ada").status();
      }

      assertThat(status).isEqualTo(404);
      assertThat(door.channels.count()).isZero();
    }
  }

  @Test
  void channel_opened_afterTheEnd_endsAtOnce() throws Exception {
    try (OpenDoor door = new OpenDoor(Options.defaults())) {
      door.channels.close();
      try (RawClient client = connect(door, "ada")) {
        assertThat(endpoint(client)).startsWith("/message");
        assertThat(client.chunk()).isEmpty();
      }
    }
  }
}
