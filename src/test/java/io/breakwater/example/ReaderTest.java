package io.breakwater.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.breakwater.behaviour.Eventually;
import io.breakwater.client.ClientException;
import io.breakwater.client.Endpoint;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example does what it says, over both transports behind a URL. */
@ExtendWith(VertxExtension.class)
class ReaderTest {
  private Reader reader;

  private void open(Vertx vertx, String path) {
    LibraryVerticle library = new LibraryVerticle(0);
    vertx.deployVerticle(library).await();
    URI url = URI.create("http://localhost:" + library.port() + path);
    reader = new Reader(vertx, new Endpoint.Http(url));
  }

  @AfterEach
  void close() {
    reader.close().await();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/mcp", "/sse"})
  void reader_ofALibrary_asksCallsReadsAndHears(String path, Vertx vertx) throws Exception {
    open(vertx, path);

    assertThat(reader.tools().await()).contains("add", "lend");
    assertThat(reader.add(2, 3).await()).isEqualTo(5);
    reader.watch("dune").await();
    assertThat(reader.borrow("dune").await()).isEqualTo("dune is yours for 2 weeks");
    assertThat(reader.about("dune").await()).isEqualTo("Frank Herbert, lent");
    assertThat(reader.advice("tired").await()).contains("tired");
    Eventually.noMore(
        () -> reader.news().contains("library://book/dune") ? null : "heard " + reader.news());
  }

  @Test
  void resource_thatIsNotThere_failsWithTheErrorOfTheServer(Vertx vertx) {
    open(vertx, "/mcp");

    assertThatThrownBy(() -> reader.about("ulysses").await())
        .isInstanceOfSatisfying(ClientException.class, why -> {
          assertThat(why.kind()).isEqualTo(ClientException.Kind.RPC);
          assertThat(why.error().code()).isEqualTo(-32602);
        });
  }
}
