package io.breakwater.client.oauth;

import static io.breakwater.client.oauth.World.ISSUER;
import static io.breakwater.client.oauth.World.SERVER;
import static io.breakwater.client.oauth.World.object;
import static io.breakwater.client.oauth.World.refusal;
import static io.breakwater.client.oauth.World.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.breakwater.client.oauth.AuthorizationStep.Redirected;
import io.breakwater.client.oauth.World.Answer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorizationTest {
  private final World world = new World();

  @Test
  void challenge_withAPerson_bringsAToken() throws Exception {
    OAuth oauth = world.withPerson();
    assertThat(oauth.authorization(SERVER).result()).isNull();

    assertThat(oauth.challenged(refusal(401, 1, "Bearer scope=\"read\"")).result())
        .isTrue();

    Map<String, String> walk = world.walks.get(0);
    Map<String, String> form = world.to("/token").get(0).form();
    byte[] hash = MessageDigest.getInstance("SHA-256")
        .digest(form.get("code_verifier").getBytes(StandardCharsets.US_ASCII));
    assertThat(form.get("code_verifier")).hasSize(43);
    assertThat(walk)
        .containsEntry(
            "code_challenge", Base64.getUrlEncoder().withoutPadding().encodeToString(hash))
        .containsEntry("code_challenge_method", "S256")
        .containsEntry("response_type", "code")
        .containsEntry("client_id", "registered")
        .containsEntry("resource", SERVER.toString())
        .containsEntry("scope", "read");
    assertThat(form)
        .containsEntry("grant_type", "authorization_code")
        .containsEntry("code", "the-code")
        .containsEntry("resource", SERVER.toString());
    assertThat(oauth.authorization(SERVER).result()).isEqualTo("Bearer access-1");
    assertThat(oauth.authorization(URI.create("https://other.example.com/mcp")).result())
        .isNull();
    assertThat(oauth.toString()).doesNotContain("access-1");
  }

  @ParameterizedTest
  @CsvSource({
    "true, https://auth.example.com, true",
    "true, , false",
    "true, https://evil.example.com, false",
    "true, https://auth.example.com/, false",
    "false, , true",
    "false, https://auth.example.com, true",
    "false, https://evil.example.com, false"
  })
  void iss_ofTheResponse_isComparedByteForByte(boolean advertised, String iss, boolean taken) {
    world.metadata.put("authorization_response_iss_parameter_supported", advertised);
    world.response = came -> new Redirected(came.code(), came.state(), iss, null, null);

    var challenged = world.withPerson().challenged(refusal(401, 1));

    if (taken) {
      assertThat(challenged.result()).isTrue();
    } else {
      assertThat(refused(challenged)).contains("does not come from").doesNotContain("evil");
      assertThat(world.to("/token")).isEmpty();
    }
  }

  @Test
  void error_withAnotherIss_isNotShown() {
    world.response = came ->
        new Redirected(null, came.state(), "https://evil.example.com", "visit", "evil.example.com");

    assertThat(refused(world.withPerson().challenged(refusal(401, 1)))).doesNotContain("visit");
  }

  @Test
  void state_ofAnotherRequestOrMissing_isRefused() {
    for (String state : new String[] {null, "", "another"}) {
      World fresh = new World();
      fresh.response = came -> new Redirected(came.code(), state, came.iss(), null, null);

      assertThat(refused(fresh.withPerson().challenged(refusal(401, 1)))).contains("state");
      assertThat(fresh.to("/token")).isEmpty();
    }
  }

  @Test
  void error_ofTheServer_isToldClipped() {
    world.response = came ->
        new Redirected(null, came.state(), came.iss(), "access_denied", "no\n" + "x".repeat(1_000));

    assertThat(refused(world.withPerson().challenged(refusal(401, 1))))
        .contains("access_denied: no x")
        .doesNotContain("\n")
        .hasSizeLessThan(300);
  }

  @Test
  void person_whoDoesNothing_isNotWaitedForForever() throws Exception {
    Promise<Redirected> never = Promise.promise();
    OAuth oauth = world.builder().step(url -> never.future()).stepMs(10).build();

    Throwable why = oauth
        .challenged(refusal(401, 1))
        .transform(over -> Future.succeededFuture(over.cause()))
        .toCompletionStage()
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);

    assertThat(why).hasMessageContaining("within 10 ms");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'token_type': 'Bearer'}",
        "{'access_token': '', 'token_type': 'Bearer'}",
        "{'access_token': 'a b', 'token_type': 'Bearer'}",
        "{'access_token': 'a', 'token_type': 'DPoP'}",
        "{'access_token': 'a'}",
        "{'access_token': 1, 'token_type': 'Bearer'}"
      })
  void token_thatCannotBeUsed_isRefused(String answer) {
    world.tokens.add(new Answer(200, object(answer)));
    OAuth oauth = world.withPerson();

    assertThat(refused(oauth.challenged(refusal(401, 1)))).contains("token endpoint gave");
    assertThat(oauth.authorization(SERVER).result()).isNull();
  }

  @Test
  void tokenRequest_refused_isFinalAndTold() {
    world.tokens.add(
        new Answer(400, object("{'error': 'invalid_grant', 'error_description': 'used'}")));

    assertThat(refused(world.withPerson().challenged(refusal(401, 1))))
        .isEqualTo("the token endpoint refuses: HTTP 400, invalid_grant: used");
    assertThat(world.to("/token")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"none", "client_secret_basic", "client_secret_post"})
  void client_registeredDynamically_provesItselfAsTheServerTakesIt(String method) {
    world.metadata.putArray("token_endpoint_auth_methods_supported").add(method);
    world.registered.put("client_id", "a:b").put("client_secret", "s +");

    assertThat(world.withPerson().challenged(refusal(401, 1)).result()).isTrue();

    assertThat(object(world.to("/register").get(0).body().replace('"', '\'')))
        .isEqualTo(object("""
            {'client_name': 'Test', 'application_type': 'native', 'token_endpoint_auth_method': '%s',
             'redirect_uris': ['http://localhost/callback'],
             'grant_types': ['authorization_code', 'refresh_token'], 'response_types': ['code']}""".formatted(method)));
    World.Sent token = world.to("/token").get(0);
    boolean basic = method.equals("client_secret_basic");
    String header = "Basic "
        + Base64.getEncoder().encodeToString("a%3Ab:s+%2B".getBytes(StandardCharsets.UTF_8));
    assertThat(token.headers().get("Authorization")).isEqualTo(basic ? header : null);
    assertThat(token.form().get("client_id")).isEqualTo(basic ? null : "a:b");
    assertThat(token.form().get("client_secret"))
        .isEqualTo(method.equals("client_secret_post") ? "s +" : null);
  }

  @Test
  void registration_refusedOrNotOffered_saysWhatHelps() {
    world.answers.put(
        ISSUER + "/register", new Answer(400, object("{'error': 'invalid_redirect_uri'}")));
    assertThat(refused(world.withPerson().challenged(refusal(401, 1))))
        .contains("invalid_redirect_uri")
        .contains("client id");

    World closed = new World();
    closed.metadata.remove("registration_endpoint");
    assertThat(refused(closed.withPerson().challenged(refusal(401, 1))))
        .contains("registers no clients")
        .contains("client metadata document");
    assertThat(closed.walks).isEmpty();
  }

  @Test
  void clientDocument_whereTheServerReadsIt_isTheClientId() {
    world.metadata.put("client_id_metadata_document_supported", true);
    URI document = URI.create("https://client.example.com/me.json");

    OAuth oauth = world.builder().step(world::walk).clientDocument(document).build();

    assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();
    assertThat(world.walks.get(0)).containsEntry("client_id", document.toString());
    assertThat(world.to("/register")).isEmpty();
    assertThatThrownBy(
            () -> world.builder().clientDocument(URI.create("https://client.example.com/")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void clientGiven_isUsedWithItsOwnIssuerOnly() {
    OAuth ours =
        world.builder().step(world::walk).registered(ISSUER, "given", null).build();
    OAuth another = world
        .builder()
        .step(world::walk)
        .registered(ISSUER + "/", "given", null)
        .build();

    assertThat(ours.challenged(refusal(401, 1)).result()).isTrue();
    assertThat(world.walks.get(0)).containsEntry("client_id", "given");
    assertThat(refused(another.challenged(refusal(401, 1)))).contains("belongs to");
    assertThat(world.walks).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"ES256, EC, 256, SHA256withECDSAinP1363Format", "RS256, RSA, 2048, SHA256withRSA"})
  void clientWithAKey_signsForTheIssuer(String alg, String type, int bits, String java)
      throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(type);
    generator.initialize(bits);
    KeyPair pair = generator.generateKeyPair();
    String pem = "-----BEGIN PRIVATE KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded())
        + "\n-----END PRIVATE KEY-----\n";
    OAuth oauth = world.builder().registeredKey(null, "robot", pem, alg).build();

    assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();

    Map<String, String> form = world.to("/token").get(0).form();
    String[] jwt = form.get("client_assertion").split("\\.");
    Signature signature = Signature.getInstance(java);
    signature.initVerify(pair.getPublic());
    signature.update((jwt[0] + "." + jwt[1]).getBytes(StandardCharsets.US_ASCII));
    assertThat(signature.verify(Base64.getUrlDecoder().decode(jwt[2]))).isTrue();
    assertThat(object(new String(Base64.getUrlDecoder().decode(jwt[1]), StandardCharsets.UTF_8)))
        .contains(object("{}").textNode("robot"), object("{}").textNode(ISSUER));
    assertThat(form)
        .containsEntry("grant_type", "client_credentials")
        .doesNotContainKey("client_secret");
    assertThat(world.walks).isEmpty();
  }

  @Test
  void key_thatIsNone_isToldWithoutIt() {
    assertThatThrownBy(() -> Assertion.of("c2VjcmV0", "ES256"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("c2VjcmV0");
  }
}
