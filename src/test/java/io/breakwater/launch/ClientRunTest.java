package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.junit5.VertxExtension;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a run may take. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class ClientRunTest {

  @ParameterizedTest
  @ValueSource(strings = {"list", "call"})
  void timeout_boundsConnectingToo(String command, Vertx vertx) {
    NetServer silent = vertx.createNetServer().connectHandler(socket -> {});
    int port = silent.listen(0, "127.0.0.1").await().actualPort();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream told = new PrintStream(err, true, StandardCharsets.UTF_8);
    String url = "http://127.0.0.1:" + port + "/mcp";

    int code = new ClientRun(Map.of(), new ByteArrayInputStream(new byte[0]), told, told)
        .run(
            command.equals("list")
                ? new String[] {"list", "--timeout", "1", url}
                : new String[] {"call", "--timeout", "1", url, "t"});

    assertThat(code).isEqualTo(Launch.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("1000 ms (--timeout)");
  }
}
