package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.JsonNode;

/** How deep a tree is: containers open at the same time, the root included. */
final class Depth {
  private Depth() {}

  /** The tree was bounded when it was read, so that this recursion is, too. */
  static int of(JsonNode node) {
    if (!node.isContainerNode()) {
      return 0;
    }
    int deepest = 0;
    for (JsonNode child : node) {
      if (child.isContainerNode()) {
        deepest = Math.max(deepest, of(child));
      }
    }
    return deepest + 1;
  }
}
