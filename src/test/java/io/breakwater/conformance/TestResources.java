package io.breakwater.conformance;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.api.Contents;
import io.breakwater.api.Resource;
import io.breakwater.api.ResourceTemplate;
import io.vertx.core.Future;
import java.util.Base64;
import java.util.List;

/** The resources that the suite reads and watches. */
final class TestResources {
  private TestResources() {}

  static List<Resource> all() {
    return List.of(
        Resource.of("test://static-text", "Static text")
            .description("A text that never changes")
            .mimeType("text/plain")
            .text("This is the content of the static text resource."),
        Resource.of("test://static-binary", "Static binary")
            .description("An image that never changes")
            .mimeType("image/png")
            .blob(Base64.getDecoder().decode(Samples.PNG)),
        Resource.of("test://watched-resource", "Watched resource")
            .description("A resource to subscribe to")
            .mimeType("text/plain")
            .text("Watched resource content"));
  }

  static ResourceTemplate template() {
    return ResourceTemplate.of("test://template/{id}/data", "Template")
        .description("Data by its id")
        .mimeType("application/json")
        .reader((match, call) -> {
          String id = match.variable("id");
          String json = JsonNodeFactory.instance
              .objectNode()
              .put("id", id)
              .put("templateTest", true)
              .put("data", "Data for ID: " + id)
              .toString();
          return Future.succeededFuture(Contents.text(match.uri(), "application/json", json));
        });
  }
}
