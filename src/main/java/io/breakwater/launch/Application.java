package io.breakwater.launch;

import io.breakwater.options.Options;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.json.JsonObject;
import io.vertx.launcher.application.HookContext;
import io.vertx.launcher.application.VertxApplication;
import io.vertx.launcher.application.VertxApplicationHooks;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;

/**
 * Breakwater under the launcher of Vert.x: its options do what they do for every Vert.x program.
 *
 * <p>A failure hook throws, which is the one way past the launcher's own report with its stack trace: a port in use is
 * worth one line.
 *
 * <p>Confined to the main thread, but for the port, which a loop sets.
 */
final class Application extends VertxApplication implements VertxApplicationHooks {
  private final Options options;
  private final ServersSource servers;
  private final Launch.Verticles verticles;
  private final PrintStream out;
  private final AtomicInteger port = new AtomicInteger(-1);
  private @Nullable Vertx vertx;
  private String failure = "Vert.x could not be started with these options";

  Application(
      List<String> args,
      Options options,
      ServersSource servers,
      Launch.Verticles verticles,
      PrintStream out) {
    super(args.toArray(String[]::new), null, false, false);
    this.options = options;
    this.servers = servers;
    this.verticles = verticles;
    this.out = out;
  }

  /** Why it does not run, for whoever started it. */
  String failure() {
    return failure;
  }

  /** The open port, or -1 before it is. */
  int port() {
    return port.get();
  }

  @Nullable
  Vertx vertx() {
    return vertx;
  }

  @Override
  public JsonObject afterVertxOptionsParsed(@Nullable JsonObject given) {
    JsonObject json = given == null ? new JsonObject() : given;
    return json.containsKey("preferNativeTransport")
        ? json
        : json.put("preferNativeTransport", true);
  }

  @Override
  public JsonObject afterDeploymentOptionsParsed(@Nullable JsonObject given) {
    JsonObject json = given == null ? new JsonObject() : given;
    return json.containsKey("instances")
        ? json
        : json.put("instances", Runtime.getRuntime().availableProcessors());
  }

  @Override
  public void afterVertxStarted(HookContext context) {
    vertx = context.vertx();
  }

  @Override
  public Supplier<? extends Deployable> verticleSupplier() {
    return () -> verticles.make(options, servers, port::set);
  }

  @Override
  public void afterVerticleDeployed(HookContext context) {
    out.print(Greeting.of(options, port(), servers.names()));
    out.flush();
  }

  @Override
  public void afterFailureToStartVertx(HookContext context, @Nullable Throwable cause) {
    throw fail(cause);
  }

  @Override
  public void afterFailureToDeployVerticle(HookContext context, @Nullable Throwable cause) {
    if (vertx != null) {
      vertx.close().onFailure(e -> Failure.LOG.log(Level.WARNING, "Closing", e));
    }
    throw fail(cause);
  }

  private VertxException fail(@Nullable Throwable cause) {
    failure = Failure.line(cause, options.listen());
    return new VertxException(failure, true);
  }
}
