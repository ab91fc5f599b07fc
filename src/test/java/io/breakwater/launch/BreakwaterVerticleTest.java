package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Mistakes;
import io.breakwater.options.Options;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.net.ConnectException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
final class BreakwaterVerticleTest {
  private static final String NAME = "io.breakwater.launch.BreakwaterVerticle";

  private static DeploymentOptions configured(String json) {
    return new DeploymentOptions().setConfig(new JsonObject(json));
  }

  private static Future<Integer> healthStatus(Vertx vertx, int port) {
    return vertx
        .createHttpClient()
        .request(HttpMethod.GET, port, "127.0.0.1", "/health")
        .compose(request -> request.send().map(HttpClientResponse::statusCode));
  }

  /** The URLs that verticles without a listener have told of. */
  private static List<String> told(Vertx vertx) {
    return List.copyOf(vertx.sharedData().<String, Boolean>getLocalMap(NAME).keySet());
  }

  @Test
  void verticle_byName_servesWithTheConfigurationOfItsDeployment(
      Vertx vertx, VertxTestContext test) {
    vertx
        .deployVerticle(
            NAME, configured("{\"listen\":{\"port\":0,\"path\":\"/tools\"}}").setInstances(2))
        .compose(id -> {
          test.verify(() -> assertThat(told(vertx))
              .singleElement()
              .asString()
              .matches("http://127\\.0\\.0\\.1:\\d+/tools"));
          return healthStatus(vertx, URI.create(told(vertx).get(0)).getPort());
        })
        .onComplete(test.succeeding(status -> test.verify(() -> {
          assertThat(status).isEqualTo(200);
          test.completeNow();
        })));
  }

  @Test
  void verticle_withAWrongConfiguration_failsWithEveryMistake(Vertx vertx, VertxTestContext test) {
    vertx
        .deployVerticle(NAME, configured("{\"listen\":{\"port\":-1},\"limit\":{}}"))
        .onComplete(test.failing(cause -> test.verify(() -> {
          assertThat(cause).isInstanceOf(Mistakes.class);
          assertThat(String.valueOf(cause.getMessage()).lines())
              .containsExactly(
                  "listen.port: -1 (expected: an integer from 0 to 65535)",
                  "limit: unknown section (did you mean limits?)");
          test.completeNow();
        })));
  }

  @Test
  void verticle_onAWorker_isRefused(Vertx vertx, VertxTestContext test) {
    vertx
        .deployVerticle(
            NAME, configured("{\"listen\":{\"port\":0}}").setThreadingModel(ThreadingModel.WORKER))
        .onComplete(test.failing(cause -> test.verify(() -> {
          assertThat(cause).hasMessageContaining("event loop");
          test.completeNow();
        })));
  }

  @Test
  void instances_withPortZero_shareOnePort(Vertx vertx, VertxTestContext test) {
    Options options = Options.defaults().with("listen.port", 0);
    List<Integer> ports = new CopyOnWriteArrayList<>();
    vertx
        .deployVerticle(
            () -> new BreakwaterVerticle(options, null, ports::add),
            new DeploymentOptions().setInstances(3))
        .onComplete(test.succeeding(id -> test.verify(() -> {
          assertThat(ports).hasSize(3);
          assertThat(ports).containsOnly(ports.get(0)).doesNotContain(0);
          test.completeNow();
        })));
  }

  @Test
  void verticle_undeployed_listensNoMore(Vertx vertx, VertxTestContext test) {
    Options options = Options.defaults().with("listen.port", 0);
    List<Integer> ports = new CopyOnWriteArrayList<>();
    vertx
        .deployVerticle(
            () -> new BreakwaterVerticle(options, null, ports::add),
            new DeploymentOptions().setInstances(2))
        .compose(vertx::undeploy)
        .compose(undeployed -> healthStatus(vertx, ports.get(0)))
        .onComplete(test.failing(cause -> test.verify(() -> {
          assertThat(cause).isInstanceOf(ConnectException.class);
          test.completeNow();
        })));
  }
}
