package io.breakwater.client.oauth;

import static io.breakwater.client.oauth.World.ISSUER;
import static io.breakwater.client.oauth.World.PRM;
import static io.breakwater.client.oauth.World.SERVER;
import static io.breakwater.client.oauth.World.refusal;
import static io.breakwater.client.oauth.World.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.client.Authorizer.Challenge;
import io.breakwater.client.oauth.World.Answer;
import io.breakwater.client.oauth.World.Sent;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryTest {
  private final World world = new World();

  @Test
  void metadata_namedInTheChallenge_isTakenFromThereOnly() {
    world.answers.remove(PRM);
    world.answers.put("https://mcp.example.com/custom.json", new Answer(200, world.resource));

    assertThat(world
            .withPerson()
            .challenged(
                refusal(401, 1, "Bearer resource_metadata=\"https://mcp.example.com/custom.json\""))
            .result())
        .isTrue();
    assertThat(world.sent.get(0).url()).isEqualTo("https://mcp.example.com/custom.json");
    assertThat(world.to("oauth-protected-resource/mcp")).isEmpty();
  }

  @Test
  void metadata_nowhere_asksPathThenRootThenTheOriginOf2025_03_26() {
    world.answers.clear();
    world.answers.put("https://mcp.example.com/register", new Answer(201, world.registered));
    world.response =
        came -> new AuthorizationStep.Redirected(came.code(), came.state(), null, null, null);

    assertThat(world.withPerson().challenged(refusal(401, 1)).result()).isTrue();
    assertThat(world.sent.stream().map(Sent::url))
        .containsExactly(
            PRM,
            "https://mcp.example.com/.well-known/oauth-protected-resource",
            "https://mcp.example.com/.well-known/oauth-authorization-server",
            "https://mcp.example.com/register",
            "https://mcp.example.com/token");
  }

  @Test
  void issuer_withPath_isAskedInTheOrderOfTheSpecification() {
    String issuer = ISSUER + "/tenant1";
    world.resource.putArray("authorization_servers").add(issuer);

    assertThat(refused(world.withPerson().challenged(refusal(401, 1)))).contains("no metadata");
    assertThat(world.sent.stream().skip(1).map(Sent::url))
        .containsExactly(
            ISSUER + "/.well-known/oauth-authorization-server/tenant1",
            ISSUER + "/.well-known/openid-configuration/tenant1",
            issuer + "/.well-known/openid-configuration");
  }

  @ParameterizedTest
  @CsvSource({
    "https://mcp.example.com/mcp, true",
    "https://mcp.example.com, true",
    "https://mcp.example.com/, true",
    "HTTPS://MCP.example.com:443/mcp, true",
    "https://mcp.example.com/mc, false",
    "https://mcp.example.com/mcp/more, false",
    "https://mcp.example.com/mcp/.., false",
    "https://mcp.example.com:444/mcp, false",
    "http://mcp.example.com/mcp, false",
    "https://evil.example.com/mcp, false",
    "https://mcp.example.com.evil.com/mcp, false",
    "https://mcp.example.com@evil.com/mcp, false",
    "https://mcp.example.com/mcp#x, false",
    "mcp.example.com, false"
  })
  void resource_thatIsNotTheServersOrAboveIt_isRefused(String resource, boolean taken) {
    world.resource.put("resource", resource);
    var challenged = world.withPerson().challenged(refusal(401, 1));

    if (taken) {
      assertThat(challenged.result()).isTrue();
      assertThat(world.walks.get(0)).containsEntry("resource", resource);
      assertThat(world.to("/token").get(0).form()).containsEntry("resource", resource);
    } else {
      assertThat(refused(challenged)).contains("protected resource metadata is that of");
      assertThat(world.walks).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://attacker.example.com",
        "https://auth.example.com/",
        "HTTPS://auth.example.com"
      })
  void issuer_notByteForByteTheSame_isRefused(String issuer) {
    world.metadata.put("issuer", issuer);

    assertThat(refused(world.withPerson().challenged(refusal(401, 1))))
        .contains("expected: the same issuer");
    assertThat(world.sent).hasSize(2);
    assertThat(world.walks).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"authorization_endpoint", "token_endpoint", "registration_endpoint"})
  void endpoint_overHttp_isRefused(String name) {
    for (String url :
        List.of("http://auth.example.com/x", "http://localhost/x", "file:///x", "javascript:x")) {
      World fresh = new World();
      fresh.metadata.put(name, url);

      assertThat(refused(fresh.withPerson().challenged(refusal(401, 1)))).contains(name);
      assertThat(fresh.walks).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:1/a, true",
    "http://127.1.2.3:1/a, true",
    "http://[::1]:1/a, true",
    "http://127.evil.com/a, false",
    "http://localhost.evil.com/a, false",
    "http://10.0.0.1/a, false",
    "https://auth.example.com/a, true"
  })
  void http_isForThisMachineOnly(String url, boolean taken) {
    URI here = URI.create("http://localhost:8080/mcp");
    boolean took;
    try {
      took = Addresses.secure(url, "it", here) != null;
    } catch (io.breakwater.client.ClientException refused) {
      took = false;
    }

    assertThat(took).isEqualTo(taken);
    assertThat(Addresses.local(SERVER)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 503})
  void server_thatIsIll_isNotTakenForOneWithoutMetadata(int status) {
    world.answers.put(PRM, new Answer(status, null));

    assertThat(refused(world.withPerson().challenged(refusal(401, 1)))).contains("HTTP " + status);
    assertThat(world.sent).hasSize(1);
  }

  @Test
  void pkce_thatTheServerDoesNotCheck_isRefused() {
    world.metadata.putArray("code_challenge_methods_supported").add("plain");

    assertThat(refused(world.withPerson().challenged(refusal(401, 1)))).contains("S256");
    assertThat(world.walks).isEmpty();
  }

  @Test
  void scheme_otherThanBearer_isRefused() {
    assertThat(refused(world.withPerson().challenged(refusal(401, 1, "Basic realm=x"))))
        .contains("basic");
    assertThat(world.sent).isEmpty();
  }

  @Test
  void server_overHttpElsewhere_getsNoToken_whereverItsMetadataIs() {
    URI clear = URI.create("http://mcp.example.com/mcp");
    world.resource.put("resource", clear.toString());
    OAuth oauth = world.withPerson();
    Challenge challenge =
        new Challenge(clear, 401, List.of("Bearer resource_metadata=\"" + PRM + "\""), 1);

    assertThat(refused(oauth.challenged(challenge))).contains("https");

    assertThat(world.sent).isEmpty();
    assertThat(oauth.authorization(clear).result()).isNull();
  }
}
