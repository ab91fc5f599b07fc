package io.breakwater.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The built jar as an operator runs it: configured from three sides, and told to end. */
@Timeout(180)
final class ServingIT {
  /** Over HTTP/2 this client forgets what it has not handed out yet when the server says that it goes. */
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** 128 + 15, the signal. */
  private static final int TERMINATED = 143;

  private static HttpRequest request(RunningJar jar, String method, String members) {
    String body = """
        {"jsonrpc":"2.0","id":1,"method":"%s","params":{%s"_meta":{
         "io.modelcontextprotocol/protocolVersion":"2026-07-28",
         "io.modelcontextprotocol/clientCapabilities":{}}}}
        """.formatted(method, members);
    return HttpRequest.newBuilder(URI.create(jar.url()))
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", method)
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private static JsonNode result(RunningJar jar, String method) throws Exception {
    String body = CLIENT.send(request(jar, method, ""), BodyHandlers.ofString()).body();
    return new ObjectMapper().readTree(body).path("result");
  }

  @Test
  void configuration_ofFileEnvironmentAndCommandLine_isServed() throws Exception {
    try (RunningJar jar = RunningJar.start(
        Map.of("BREAKWATER_LIMITS_PAGE_SIZE", "2"),
        "-conf",
        "{\"server\":{\"name\":\"from the file\"},\"limits\":{\"pageSize\":1}}",
        "-instances",
        "2")) {
      JsonNode list = result(jar, "tools/list");

      assertThat(list.path("tools")).hasSize(2);
      assertThat(list.path("nextCursor").isTextual()).isTrue();
      assertThat(
              list.findValue("io.modelcontextprotocol/serverInfo").path("name").asText())
          .isEqualTo("from the file");
    }
  }

  @Test
  void process_toldToEnd_endsListenersWithAResult_andItself() throws Exception {
    try (RunningJar jar = RunningJar.start()) {
      HttpRequest listen =
          request(jar, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true},");
      try (Stream<String> lines = CLIENT.send(listen, BodyHandlers.ofLines()).body()) {
        Iterator<String> data = lines.filter(line -> line.startsWith("data:")).iterator();
        assertThat(data.next()).contains("notifications/subscriptions/acknowledged");

        jar.process().destroy();

        assertThat(data.next()).contains("\"id\":1", "\"resultType\":\"complete\"");
        assertThat(data.hasNext()).isFalse();
      }
      assertThat(jar.process().waitFor(30, TimeUnit.SECONDS)).as("ended").isTrue();
      assertThat(jar.process().exitValue()).isEqualTo(TERMINATED);
      assertThat(jar.output()).noneMatch(line -> line.contains("Exception"));
    }
  }
}
