package io.breakwater.client;

import io.breakwater.options.Options;
import io.vertx.core.Vertx;

/** A program with a child; for tests that end it from outside. */
final class ChildKeeper {
  private ChildKeeper() {}

  /** @param args the script of the child, whose stderr is written to our stdout */
  public static void main(String[] args) {
    Vertx vertx = Vertx.vertx();
    ClientListener listener = new ClientListener() {
      @Override
      public void logged(String line) {
        System.out.println(line);
      }
    };
    var loop = vertx.getOrCreateContext();
    ClientContext context = new ClientContext(vertx, loop, Options.defaults(), listener);
    StdioChannel channel = new StdioChannel(context, new Endpoint.Command("sh", "-c", args[0]));
    loop.runOnContext(v -> channel
        .open(new ChildOfTest(vertx, Options.defaults(), new Endpoint.Command("true")))
        .onFailure(Throwable::printStackTrace));
  }
}
