package io.breakwater.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.spec.MetaKeys;
import io.breakwater.spec.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Who the client says it is, and what it can be asked.
 *
 * <p>Immutable; the trees are not changed.
 *
 * @param clientInfo in the shape of {@code Implementation}
 * @param capabilities in the shape of {@code ClientCapabilities}
 */
record Identity(ObjectNode clientInfo, ObjectNode capabilities) {

  /** The parameters with what every request of the stateless revision says of itself. */
  ObjectNode stamped(ObjectNode params, Revision revision, @Nullable String logLevel) {
    ObjectNode stamped = JsonNodeFactory.instance.objectNode().setAll(params);
    ObjectNode meta = stamped.putObject(MetaKeys.META);
    if (params.get(MetaKeys.META) instanceof ObjectNode given) {
      meta.setAll(given);
    }
    meta.put(MetaKeys.PROTOCOL_VERSION, revision.date());
    meta.set(MetaKeys.CLIENT_INFO, clientInfo);
    meta.set(MetaKeys.CLIENT_CAPABILITIES, capabilities);
    if (logLevel != null) {
      meta.put(MetaKeys.LOG_LEVEL, logLevel);
    }
    return stamped;
  }

  /** The same client on behalf of somebody who can be asked something else. */
  Identity declaring(ObjectNode otherCapabilities) {
    return new Identity(clientInfo, otherCapabilities);
  }

  /** The parameters of {@code initialize}. */
  ObjectNode initialize() {
    ObjectNode params =
        JsonNodeFactory.instance.objectNode().put("protocolVersion", Revision.LEGACY_LATEST.date());
    params.set("capabilities", capabilities);
    params.set("clientInfo", clientInfo);
    return params;
  }
}
