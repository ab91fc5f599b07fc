package io.breakwater.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.CallerSession;
import io.breakwater.rpc.Outcome;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the peer that sent a request, in either era.
 *
 * <p>Immutable.
 *
 * @param capabilities in the shape of {@code ClientCapabilities}; empty when nothing was declared
 * @param info in the shape of {@code Implementation}, self-reported; null when not given
 * @param principal the authenticated name, or null where no authentication is asked
 * @param logLevel the least severe level of {@code notifications/message} that the caller wants now, by its wire name;
 *     null for none
 * @param mirrored the request headers that mirror the body, or null where the transport or the revision has none
 * @param session of a revision that has sessions, else null
 * @param headers the values of a header of the HTTP request, by its name in any case
 */
public record Caller(
    ObjectNode capabilities,
    @Nullable ObjectNode info,
    @Nullable String principal,
    Supplier<@Nullable String> logLevel,
    @Nullable MirroredHeaders mirrored,
    @Nullable CallerSession session,
    Function<String, List<String>> headers) {

  /** The same caller with another request. */
  public Caller with(Function<String, List<String>> otherHeaders) {
    return new Caller(capabilities, info, principal, logLevel, mirrored, session, otherHeaders);
  }

  /**
   * What this peer would have to declare to be asked all this, in the shape of {@code ClientCapabilities}; empty when it
   * does. A question may need more of a capability than is known here: tools in sampling, for example.
   */
  public ObjectNode lacking(Collection<Outcome.InputRequest> questions) {
    ObjectNode lacking = JsonNodeFactory.instance.objectNode();
    for (Outcome.InputRequest question : questions) {
      switch (question.method()) {
        case ELICITATION_CREATE -> lackingElicitation(lacking, question.params());
        case SAMPLING_CREATE_MESSAGE -> addUndeclared(lacking, "sampling");
        case ROOTS_LIST -> addUndeclared(lacking, "roots");
        default -> throw new IllegalStateException(question.method() + " is no question");
      }
    }
    return lacking;
  }

  private void lackingElicitation(ObjectNode lacking, ObjectNode params) {
    boolean url = params.path("mode").asText().equals("url");
    if (url && !declares("elicitation", "url")) {
      lacking.withObjectProperty("elicitation").putObject("url");
    } else if (!url) {
      addUndeclared(lacking, "elicitation");
    }
  }

  private void addUndeclared(ObjectNode lacking, String capability) {
    if (!declares(capability) && !lacking.has(capability)) {
      lacking.putObject(capability);
    }
  }

  /** Whether a capability is declared, by its path: {@code declares("sampling", "tools")}. */
  public boolean declares(String... path) {
    JsonNode node = capabilities;
    for (String member : path) {
      node = node.path(member);
    }
    return node.isObject();
  }
}
