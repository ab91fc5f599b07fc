package io.breakwater.provider;

import io.breakwater.options.Limits;

/**
 * What a JSON Schema and a check against it may cost.
 *
 * <p>Immutable.
 *
 * @param depthMax schemas within each other, the root included
 * @param subschemasMax schemas in one document, the root included
 * @param patternMs one match of one pattern, in milliseconds
 */
public record SchemaLimits(int depthMax, int subschemasMax, long patternMs) {

  public static SchemaLimits of(Limits limits) {
    return new SchemaLimits(limits.schemaDepthMax(), limits.subschemasMax(), limits.regexMs());
  }
}
