package io.breakwater.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.api.ResourceTemplate;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Future;
import java.util.Map;

/**
 * A resource template written in Java.
 *
 * <p>Thread-safe.
 */
final class LocalTemplate implements TemplateOffer {
  private final ResourceTemplate template;
  private final Works works;
  private final Completers completers;
  private final ObjectNode definition;

  LocalTemplate(ResourceTemplate template, Works works) {
    this.template = template;
    this.works = works;
    this.completers = new Completers(template.template().variables(), template.completers());
    this.definition = template.definition();
  }

  @Override
  public String template() {
    return template.template().toString();
  }

  @Override
  public ObjectNode definition() {
    return definition;
  }

  @Override
  public boolean matches(String uri) {
    return template.template().match(uri) != null;
  }

  @Override
  public Future<Outcome> read(String uri, Call call) {
    Map<String, String> variables = template.template().match(uri);
    if (variables == null) {
      return Future.failedFuture(Refusal.resourceNotFound(uri));
    }
    return works
        .run(template.work(), new ResourceTemplate.Match(uri, variables), call)
        .map(contents -> LocalResource.complete(contents, template.caching()))
        .recover(failure -> Failures.ofResource(uri, failure, call));
  }

  @Override
  public Future<Outcome> complete(
      String argument, String value, Map<String, String> known, Call call) {
    return completers.complete(argument, value, known, call);
  }
}
