package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.client.oauth.AuthorizationStep.Redirected;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A browser that comes back, and others that come by. */
@ExtendWith(VertxExtension.class)
class BrowserStepTest {
  private static final HttpClient BROWSER = HttpClient.newHttpClient();
  private static final URI PAGE = URI.create("https://as.example/authorize?state=s%20t&x=1");

  private final ByteArrayOutputStream told = new ByteArrayOutputStream();
  private BrowserStep step;

  @BeforeEach
  void listen(Vertx vertx) {
    PrintStream err = new PrintStream(told, true, StandardCharsets.UTF_8);
    step = BrowserStep.listen(vertx, Map.of(), err).await();
  }

  private HttpResponse<String> get(String query) throws Exception {
    URI url = URI.create(step.redirect() + query);
    return BROWSER.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
  }

  @Test
  void browser_thatComesBack_bringsTheCode() throws Exception {
    Future<Redirected> redirected = step.authorize(PAGE);

    HttpResponse<String> page = get("?code=c%2F1&state=s%20t&iss=https://as.example");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(redirected.await().code()).isEqualTo("c/1");
    assertThat(redirected.await().iss()).isEqualTo("https://as.example");
    assertThat(told.toString(StandardCharsets.UTF_8)).contains(PAGE.toString());
  }

  @Test
  void browser_withoutTheState_isTurnedAway_andTheRightOneStillComes() throws Exception {
    Future<Redirected> redirected = step.authorize(PAGE);

    assertThat(get("?code=evil").statusCode()).isEqualTo(404);
    assertThat(get("?code=evil&state=other").statusCode()).isEqualTo(404);
    assertThat(get("/elsewhere?code=evil&state=s%20t").statusCode()).isEqualTo(404);
    assertThat(get("?code=good&state=s%20t").statusCode()).isEqualTo(200);
    assertThat(get("?code=late&state=s%20t").statusCode()).isEqualTo(404);

    assertThat(redirected.await().code()).isEqualTo("good");
  }

  @Test
  void browser_beforeAnybodyAsked_isTurnedAway() throws Exception {
    assertThat(get("?code=evil&state=").statusCode()).isEqualTo(404);
  }

  @Test
  void refusal_ofThePerson_isHandedOn() throws Exception {
    Future<Redirected> redirected = step.authorize(PAGE);

    assertThat(get("?error=access_denied&state=s%20t").statusCode()).isEqualTo(200);

    assertThat(redirected.await().error()).isEqualTo("access_denied");
  }
}
