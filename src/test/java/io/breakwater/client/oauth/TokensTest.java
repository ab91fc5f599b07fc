package io.breakwater.client.oauth;

import static io.breakwater.client.oauth.World.ISSUER;
import static io.breakwater.client.oauth.World.SERVER;
import static io.breakwater.client.oauth.World.object;
import static io.breakwater.client.oauth.World.refusal;
import static io.breakwater.client.oauth.World.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.client.oauth.AuthorizationStep.Redirected;
import io.breakwater.client.oauth.World.Answer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokensTest {
  private static final String MORE = "Bearer error=\"insufficient_scope\", scope=\"write\"";

  private final World world = new World();

  private OAuth authorized() {
    OAuth oauth = world.withPerson();
    assertThat(oauth.challenged(refusal(401, 1, "Bearer scope=read")).result()).isTrue();
    return oauth;
  }

  @Test
  void token_aMinuteBeforeItExpires_isRenewedAndTheRefreshTokenRotates() {
    OAuth oauth = authorized();
    world.nowMs += 3_539_999;
    assertThat(oauth.authorization(SERVER).result()).isEqualTo("Bearer access-1");

    world.nowMs += 1;
    assertThat(oauth.authorization(SERVER).result()).isEqualTo("Bearer access-2");
    world.nowMs += 3_540_000;
    assertThat(oauth.authorization(SERVER).result()).isEqualTo("Bearer access-3");

    assertThat(world.to("/token").get(1).form())
        .containsEntry("grant_type", "refresh_token")
        .containsEntry("refresh_token", "refresh-1")
        .containsEntry("resource", SERVER.toString());
    assertThat(world.to("/token").get(2).form()).containsEntry("refresh_token", "refresh-2");
  }

  @Test
  void hundredRequests_withATokenThatExpired_renewItOnce() {
    OAuth oauth = authorized();
    world.nowMs += 3_600_000;
    Promise<Void> gate = Promise.promise();
    world.gate = gate.future();
    List<Future<String>> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(oauth.authorization(SERVER));
    }
    assertThat(all).noneMatch(Future::isComplete);

    gate.complete();

    assertThat(all).allMatch(each -> each.result().equals("Bearer access-2"));
    assertThat(world.to("/token")).hasSize(2);
  }

  @Test
  void challenge_duringARenewal_waitsForItAndUsesIt() {
    OAuth oauth = authorized();
    world.nowMs += 3_550_000;
    Promise<Void> gate = Promise.promise();
    world.gate = gate.future();
    Future<String> renewing = oauth.authorization(SERVER);
    Future<Boolean> challenged = oauth.challenged(refusal(401, 1));
    // What holds for another minute is good enough meanwhile.
    assertThat(oauth.authorization(SERVER).result()).isEqualTo("Bearer access-1");

    gate.complete();

    assertThat(renewing.result()).isEqualTo("Bearer access-2");
    assertThat(challenged.result()).isTrue();
    assertThat(world.to("/token")).hasSize(2);
    assertThat(world.walks).hasSize(1);
  }

  @Test
  void hundredChallenges_atOnce_areOneWalk() {
    Promise<Void> agrees = Promise.promise();
    OAuth oauth = world
        .builder()
        .step(url -> agrees.future().compose(now -> world.walk(url)))
        .build();
    List<Future<Boolean>> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(oauth.challenged(refusal(401, 1)));
    }
    Future<String> waiting = oauth.authorization(SERVER);
    assertThat(waiting.isComplete()).isFalse();

    agrees.complete();

    assertThat(all).allMatch(each -> each.succeeded() && each.result());
    assertThat(waiting.result()).isEqualTo("Bearer access-1");
    assertThat(world.walks).hasSize(1);
    // One that was under way all the time comes late, and is told to try with what there is now.
    assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();
    assertThat(world.walks).hasSize(1);
  }

  @Test
  void token_refusedLater_isRenewedThenAuthorizedAnew() {
    OAuth oauth = authorized();
    world.nowMs += Access.LATE_MS;
    assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();
    assertThat(oauth.authorization(SERVER).result()).isEqualTo("Bearer access-2");
    assertThat(world.walks).hasSize(1);

    assertThat(oauth.challenged(refusal(401, 2)).result()).isTrue();
    assertThat(world.walks).hasSize(2);
    assertThat(world.walks.get(1)).containsEntry("scope", "read");
    assertThat(refused(oauth.challenged(refusal(401, 4)))).contains("every token");
  }

  @Test
  void renewal_refused_endsInAnAuthorizationAnew() {
    OAuth oauth = authorized();
    world.tokens.add(new Answer(400, object("{'error': 'invalid_grant'}")));
    world.nowMs += 3_600_000;
    assertThat(oauth.authorization(SERVER).result()).isNull();

    assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();
    assertThat(world.walks).hasSize(2);
    assertThat(world.to("/register")).hasSize(1);
  }

  @Test
  void client_thatTheServerForgot_isRegisteredAnew() {
    OAuth oauth = authorized();
    world.tokens.add(new Answer(401, object("{'error': 'invalid_client'}")));
    world.nowMs += Access.LATE_MS;

    assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();
    assertThat(world.to("/register")).hasSize(2);
  }

  @Test
  void renewal_withoutAnAnswer_leavesWhatStillHolds() {
    OAuth oauth = authorized();
    world.nowMs += 3_550_000;
    world.tokens.add(new Answer(0, null));
    assertThat(oauth.authorization(SERVER).result()).isEqualTo("Bearer access-1");
    assertThat(oauth.authorization(SERVER).result()).isEqualTo("Bearer access-1");
    assertThat(world.to("/token")).hasSize(2);

    world.nowMs += 5_000;
    assertThat(oauth.authorization(SERVER).result()).isEqualTo("Bearer access-2");
  }

  @ParameterizedTest
  @CsvSource({
    "-5, 499, true",
    "-5, 1000, false",
    "99999999999, 31535939999, true",
    "99999999999, 31536000000, false"
  })
  void expiresIn_beyondReason_isClamped(long seconds, long afterMs, boolean holds) {
    world.tokens.add(new Answer(
        200, object("{'access_token': 'a', 'token_type': 'BEARER'}").put("expires_in", seconds)));
    OAuth oauth = world.withPerson();
    assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();
    world.nowMs += afterMs;

    assertThat(oauth.authorization(SERVER).result()).isEqualTo(holds ? "Bearer a" : null);
  }

  @Test
  void authorizationServer_thatMoved_getsNothingOfTheOldOne() {
    OAuth oauth = authorized();
    String moved = "https://new.example.com";
    world.resource.putArray("authorization_servers").add(moved);
    world.answers.put(
        moved + "/.well-known/oauth-authorization-server", new Answer(200, World.metadata(moved)));
    world.answers.put(moved + "/register", new Answer(201, object("{'client_id': 'at-new'}")));
    world.nowMs += Access.LATE_MS;

    assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();

    assertThat(world.walks.get(1)).containsEntry("client_id", "at-new").doesNotContainKey("scope");
    assertThat(world.sent.stream().filter(each -> each.url().startsWith(moved)))
        .noneMatch(each -> each.body().contains("registered") || each.body().contains("refresh-1"));
    assertThat(oauth.authorization(SERVER).result()).isEqualTo("Bearer access-2");
  }

  @Test
  void clientGivenWithoutIssuer_staysWithTheFirst() {
    OAuth oauth = world.builder().registered(null, "robot", "secret").build();
    assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();
    world.resource.putArray("authorization_servers").add("https://evil.example.com");
    world.nowMs += Access.LATE_MS;

    assertThat(refused(oauth.challenged(refusal(401, 1)))).contains("belongs to " + ISSUER);
    assertThat(world.sent).noneMatch(each -> each.url().contains("evil"));
  }

  @Test
  void stepUp_asksForTheUnion_andForTheSameOnlyTwice() {
    OAuth oauth = authorized();
    assertThat(oauth.challenged(refusal(403, 1, MORE)).result()).isTrue();
    assertThat(world.walks.get(1)).containsEntry("scope", "read write");
    assertThat(oauth.challenged(refusal(403, 2, MORE)).result()).isTrue();
    assertThat(refused(oauth.challenged(refusal(403, 2, MORE)))).contains("again and again");
    world.nowMs += Access.LATE_MS;
    assertThat(refused(oauth.challenged(refusal(403, 1, MORE)))).contains("again and again");
    assertThat(world.walks).hasSize(3);
  }

  @Test
  void stepUp_thatSomebodyGivesUp_isAskedForAgain() {
    OAuth oauth = authorized();
    for (int i = 0; i < 3; i++) {
      world.response =
          came -> new Redirected(null, came.state(), came.iss(), "access_denied", null);
      assertThat(refused(oauth.challenged(refusal(403, 1, MORE)))).contains("access_denied");
      world.nowMs += Access.LATE_MS;
    }
    world.response = came -> came;

    assertThat(oauth.challenged(refusal(403, 1, MORE)).result()).isTrue();
  }

  @Test
  void stepUp_thatDidNotHelp_isAskedForAgainLater() {
    OAuth oauth = authorized();
    assertThat(oauth.challenged(refusal(403, 1, MORE)).result()).isTrue();
    assertThat(oauth.challenged(refusal(403, 2, MORE)).result()).isTrue();
    assertThat(refused(oauth.challenged(refusal(403, 2, MORE)))).contains("again and again");

    world.nowMs += 600_000;

    assertThat(oauth.challenged(refusal(403, 1, MORE)).result()).isTrue();
  }

  @Test
  void renewal_thatTheServerCannotMakeNow_takesNobodyToTheBrowser() {
    OAuth oauth = authorized();
    world.nowMs += Access.LATE_MS;
    world.tokens.add(new Answer(503, null));

    assertThat(refused(oauth.challenged(refusal(401, 1)))).contains("HTTP 503");
    assertThat(world.walks).hasSize(1);

    world.nowMs += Access.LATE_MS;
    assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();
    assertThat(world.walks).hasSize(1);
    assertThat(world.to("/token").get(2).form()).containsEntry("refresh_token", "refresh-1");
  }

  @Test
  void store_ofSeveralClients_givesNoneTheTokensOfAnother() {
    TokenStore store = TokenStore.inMemory(10);
    for (String client : List.of("alice", "bob")) {
      OAuth oauth = world
          .builder()
          .registered(ISSUER, client, null)
          .step(world::walk)
          .store(store)
          .build();
      assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();
    }

    assertThat(world.walks)
        .extracting(walk -> walk.get("client_id"))
        .containsExactly("alice", "bob");
  }

  @Test
  void store_thatThrows_isGoneOnWithout() {
    TokenStore broken = new TokenStore() {
      @Override
      public Future<Kept> load(Key key) {
        throw new IllegalStateException("a fault of the test");
      }

      @Override
      public Future<Void> save(Key key, Kept kept) {
        throw new IllegalStateException("a fault of the test");
      }

      @Override
      public Future<Void> remove(Key key) {
        throw new IllegalStateException("a fault of the test");
      }
    };
    OAuth oauth = world.builder().step(world::walk).store(broken).build();

    assertThat(oauth.challenged(refusal(401, 1)).result()).isTrue();
  }

  @Test
  void forbidden_forAnotherReason_isNoChallenge() {
    assertThat(authorized().challenged(refusal(403, 1, "Bearer error=other")).result())
        .isFalse();
    assertThat(world.walks).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "'Bearer scope=a', 'b', , a",
    "'Bearer', 'b c', , b c",
    "'Bearer', , , ",
    "'Bearer scope=a', , 'a offline_access', a offline_access",
    "'Bearer', , 'offline_access', ",
    "'Bearer scope=\"a offline_access\"', , 'a', a"
  })
  void scopes_areTheChallengesElseTheServers(
      String challenge, String resource, String server, String asked) {
    if (resource != null) {
      List.of(resource.split(" ")).forEach(world.resource.withArray("scopes_supported")::add);
    }
    if (server != null) {
      List.of(server.split(" ")).forEach(world.metadata.withArray("scopes_supported")::add);
    }

    assertThat(world.withPerson().challenged(refusal(401, 1, challenge)).result())
        .isTrue();
    assertThat(world.walks.get(0).get("scope")).isEqualTo(asked);
  }

  @Test
  void store_thatOutlivesTheClient_sparesTheWalk() {
    TokenStore store = TokenStore.inMemory(1);
    OAuth first = world.builder().step(world::walk).store(store).build();
    assertThat(first.challenged(refusal(401, 1)).result()).isTrue();
    OAuth second = world.builder().step(world::walk).store(store).build();

    assertThat(second.challenged(refusal(401, 1)).result()).isTrue();

    assertThat(second.authorization(SERVER).result()).isEqualTo("Bearer access-1");
    assertThat(world.walks).hasSize(1);
    assertThat(store
            .load(new TokenStore.Key(SERVER.toString(), ISSUER, "Test http://localhost/callback"))
            .result()
            .toString())
        .doesNotContain("access-1")
        .doesNotContain("refresh-1");
  }

  @Test
  void memory_oneBeyondItsBound_forgetsTheOldest() {
    TokenStore store = TokenStore.inMemory(1);
    var kept = new TokenStore.Kept(new TokenStore.Registration("id", null, "none", 0), null);
    TokenStore.Key old = new TokenStore.Key("https://a", ISSUER, "c");
    TokenStore.Key young = new TokenStore.Key("https://b", ISSUER, "c");

    assertThat(store.save(old, kept).compose(done -> store.save(young, kept)).succeeded())
        .isTrue();

    assertThat(store.load(old).result()).isNull();
    assertThat(store.load(young).result()).isEqualTo(kept);
  }

  @Test
  void failure_isToldToWhoComesLate_withoutAskingAgain() {
    world.answers.put(ISSUER + "/register", new Answer(400, null));
    OAuth oauth = world.withPerson();
    String first = refused(oauth.challenged(refusal(401, 1)));
    int sent = world.sent.size();

    assertThat(refused(oauth.challenged(refusal(401, 1)))).isEqualTo(first);
    assertThat(world.sent).hasSize(sent);
  }
}
