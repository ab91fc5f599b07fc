package io.breakwater.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Clients repeat the component in the request header {@code Mcp-Param-} plus this name, so that intermediaries can route
 * by it: a text, an integer or a boolean of the input or of a record inside it, never a secret.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools#x-mcp-header">2026-07-28,
 *     x-mcp-header</a>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER
})
public @interface Header {
  /** A token of RFC 9110, unique in the tool without regard to case. */
  String value();
}
