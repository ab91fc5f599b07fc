package io.breakwater.behaviour;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One event of a stream.
 *
 * <p>Immutable.
 *
 * @param id empty when it has none
 * @param retryMs -1 when it says none
 * @param data empty when it has none
 */
record Event(String id, long retryMs, String data) {

  /** The message that it carries. */
  JsonNode json() {
    return Json.read(data);
  }
}
