package io.breakwater.api;

import org.jspecify.annotations.Nullable;

/**
 * Who says a message, or for whom a piece of content is meant.
 *
 * <p>Immutable.
 */
public enum Role {
  USER("user"),
  ASSISTANT("assistant");

  private final String wireName;

  Role(String wireName) {
    this.wireName = wireName;
  }

  /** The role as it stands on the wire. */
  public String wireName() {
    return wireName;
  }

  static @Nullable Role of(String wireName) {
    for (Role role : values()) {
      if (role.wireName.equals(wireName)) {
        return role;
      }
    }
    return null;
  }
}
