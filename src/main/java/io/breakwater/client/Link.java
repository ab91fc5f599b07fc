package io.breakwater.client;

import io.vertx.core.Future;

/**
 * A connected server: one conversation, and what is known of the other end. Gone as soon as its channel is.
 *
 * <p>Confined to the loop of its client.
 */
final class Link {
  private final Conversation conversation;
  private final Peer peer;

  Link(Conversation conversation, Peer peer) {
    this.conversation = conversation;
    this.peer = peer;
  }

  Conversation conversation() {
    return conversation;
  }

  Peer peer() {
    return peer;
  }

  /** Whether requests repeat in headers what their bodies say. */
  boolean mirrors() {
    return peer.modern() && conversation.channel().cancelsByAbandoning();
  }

  /** Somebody else takes its place: what is on its way may still arrive. */
  void retire() {
    conversation.retire();
  }

  /** Whether it has ended. */
  boolean over() {
    return conversation.over();
  }

  Future<Void> close() {
    return conversation.close();
  }
}
