package io.breakwater.example;

import io.breakwater.api.Completer;
import io.breakwater.api.Contents;
import io.breakwater.api.Default;
import io.breakwater.api.Description;
import io.breakwater.api.Elicitation;
import io.breakwater.api.Field;
import io.breakwater.api.Prompt;
import io.breakwater.api.PromptArgument;
import io.breakwater.api.PromptMessage;
import io.breakwater.api.PromptResult;
import io.breakwater.api.ResourceNotFound;
import io.breakwater.api.ResourceTemplate;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolException;
import io.breakwater.api.ToolResult;
import io.breakwater.launch.Breakwater;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A small Vert.x application that serves MCP beside its own routes: how Breakwater is embedded, from a tool of one line
 * to a tool that comes and goes.
 */
public final class LibraryVerticle extends VerticleBase {
  private static final Map<String, String> AUTHORS = Map.of(
      "dune", "Frank Herbert",
      "emma", "Jane Austen",
      "walden", "Henry David Thoreau");

  private final int port;
  private final Set<String> lent = ConcurrentHashMap.newKeySet();
  private Breakwater breakwater;
  private HttpServer server;

  public LibraryVerticle(int port) {
    this.port = port;
  }

  public static void main(String[] args) {
    Vertx vertx = Vertx.vertx();
    vertx
        .deployVerticle(new LibraryVerticle(8080))
        .onSuccess(id -> System.out.println("http://localhost:8080/mcp"))
        .onFailure(e -> {
          e.printStackTrace();
          vertx.close();
        });
  }

  @Override
  public Future<?> start() {
    Options options = Options.defaults().with("server.name", "library");
    // The first schemas take their time, so they are made away from the event loop.
    return vertx
        .executeBlocking(() -> Breakwater.create(vertx, options)
            .add(add(), freeSpace(), lend())
            .add(book())
            .add(recommend()))
        .compose(this::serve);
  }

  private Future<HttpServer> serve(Breakwater made) {
    breakwater = made;
    Router router = Router.router(vertx);
    router.get("/").handler(ctx -> ctx.end("The library is open."));
    breakwater.mount(router); // at listen.path, which is /mcp; before any BodyHandler
    lateReturns(router);

    // The server is the application's, and so are its timeouts and the size of heads it takes.
    return vertx
        .createHttpServer()
        .requestHandler(router)
        .listen(port, "127.0.0.1")
        .onSuccess(listening -> server = listening);
  }

  @Override
  public Future<?> stop() {
    return breakwater.close().eventually(() -> server.close());
  }

  int port() {
    return server.actualPort();
  }

  // A tool is a function from one record to another: the schemas are made of them, and arguments
  // that do not fit never reach the handler.

  record Add(int a, int b) {}

  record Sum(int value) {}

  static Tool add() {
    return Tool.of("add", Add.class, Sum.class)
        .description("Adds two integers")
        .handler((input, call) -> Future.succeededFuture(new Sum(input.a() + input.b())));
  }

  // What waits for a disk, a database or a lock is declared blocking, and never runs on an event
  // loop.

  enum Unit {
    BYTES,
    GIGABYTES
  }

  record Measure(@Default("GIGABYTES") Unit unit) {}

  record Space(double value, Unit unit) {}

  static Tool freeSpace() {
    return Tool.of("free_space", Measure.class, Space.class)
        .description("Tells how much room is left for books")
        .blocking((input, call) -> {
          double bytes = Files.getFileStore(Path.of(".")).getUsableSpace();
          return new Space(input.unit() == Unit.BYTES ? bytes : bytes / 1e9, input.unit());
        });
  }

  // A tool may ask the user. The handler ends with the question and is called again from its start
  // with the answer: it asks first and acts then, and works the same with and without a session.

  record Title(@Description("One word, in lower case") String title) {}

  record Terms(int weeks, boolean reminder) {}

  private Tool lend() {
    return Tool.of("lend", Title.class)
        .description("Lends a book to the user")
        .handler((input, call) -> {
          if (!AUTHORS.containsKey(input.title())) {
            throw new ToolException("There is no such book. There are: " + AUTHORS.keySet());
          }
          Elicitation form = Elicitation.form("For how long do you want " + input.title() + "?")
              .with("weeks", Field.integer().min(1).max(8).defaultValue(2))
              .with("reminder", Field.flag().title("Remind me").defaultValue(true));
          return call.elicit("terms", form)
              .map(answer -> answer.accepted()
                  ? hand(input.title(), answer.as(Terms.class))
                  : ToolResult.text("It stays on the shelf."));
        });
  }

  private ToolResult hand(String title, Terms terms) {
    if (!lent.add(title)) {
      throw new ToolException(title + " is lent to somebody else");
    }
    breakwater.local().resourceUpdated("library://book/" + title);
    return ToolResult.text(title + " is yours for " + terms.weeks() + " weeks"
        + (terms.reminder() ? "; you will be reminded" : ""));
  }

  // Resources under URIs of one form, with values suggested for its variable.

  private ResourceTemplate book() {
    return ResourceTemplate.of("library://book/{title}", "book")
        .description("Who wrote a book, and whether it is on the shelf")
        .mimeType("text/plain")
        .completer("title", Completer.among(List.copyOf(AUTHORS.keySet())))
        .reader((match, call) -> {
          String title = match.variable("title");
          String author = AUTHORS.get(title);
          if (author == null) {
            return Future.failedFuture(new ResourceNotFound());
          }
          String text = author + (lent.contains(title) ? ", lent" : ", on the shelf");
          return Future.succeededFuture(Contents.text(match.uri(), "text/plain", text));
        });
  }

  // Words for a model that a user picks by name.

  static Prompt recommend() {
    return Prompt.of("recommend")
        .description("Asks for something to read")
        .argument(PromptArgument.required("mood").description("How the reader feels"))
        .handler((arguments, call) -> Future.succeededFuture(PromptResult.of(PromptMessage.user(
            "Recommend a book of this library to somebody who is " + arguments.get("mood")))));
  }

  // What is offered may change while the server runs; clients that listen are told.

  private void lateReturns(Router router) {
    router.post("/late-returns").handler(ctx -> {
      breakwater.add(giveBack());
      ctx.end("on");
    });
    router.delete("/late-returns").handler(ctx -> {
      breakwater.local().removeTool("give_back");
      ctx.end("off");
    });
  }

  private Tool giveBack() {
    return Tool.of("give_back", Title.class)
        .description("Takes a book back")
        .handler((input, call) -> {
          if (!lent.remove(input.title())) {
            throw new ToolException(input.title() + " was not lent");
          }
          breakwater.local().resourceUpdated("library://book/" + input.title());
          return Future.succeededFuture(ToolResult.text("Thank you"));
        });
  }
}
