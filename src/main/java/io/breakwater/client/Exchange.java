package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response: gets the credentials, follows what redirects stay at home, answers challenges, and ends
 * in bounded time. After it is cut, nobody hears of it any more.
 *
 * <pre>
 * ASKING -- 307, 308, or credentials that may help --> ASKING
 * ASKING -- any other head --> HEAD
 * HEAD -- read --> READING -- end, or failure --> OVER
 * any -- cut, or the deadline --> OVER
 * </pre>
 *
 * <p>Confined to the loop of its client.
 */
final class Exchange {
  private static final int ATTEMPTS_MAX = 3;
  private static final int REDIRECTS_MAX = 5;
  private static final int DRAINED_BYTES_MAX = 65_536;
  private static final long DRAINED_MS_MAX = 1_000;

  /** Takes a body; its last call is {@code end} or {@code broken}. */
  interface Body {
    /** The next bytes, which are the receiver's. */
    void chunk(byte[] bytes);

    void end();

    void broken(ClientException why);
  }

  private enum State {
    ASKING,
    HEAD,
    READING,
    OVER
  }

  private final HttpOrigin origin;
  private final Ask ask;
  private final Promise<HttpClientResponse> head = Promise.promise();

  private State state = State.ASKING;
  private URI url;
  private int refusals;
  private int redirects;
  private boolean sent;
  private boolean authorizing;
  private long timer = -1;
  private @Nullable HttpClientRequest request;
  private @Nullable HttpClientResponse response;
  private @Nullable Body body;

  Exchange(HttpOrigin origin, Ask ask) {
    this.origin = origin;
    this.ask = ask;
    this.url = ask.url();
  }

  /**
   * The head of the response. Who gets it calls {@link #read}, {@link #drain} or {@link #cut}, at once or later: the body
   * waits.
   */
  Future<HttpClientResponse> head() {
    return head.future();
  }

  /** Where the request went in the end. */
  URI url() {
    return url;
  }

  /** Whether it goes beside the calls; see {@link HttpClients}. */
  boolean aside() {
    return ask.aside();
  }

  /** Whether it waits for credentials, which somebody may have to fetch. */
  boolean authorizing() {
    return authorizing && state == State.ASKING;
  }

  void start() {
    authorizing = true;
    origin.onLoop(origin.authorizer().authorization(origin.url()), this::send);
  }

  private void send(AsyncResult<@Nullable String> authorization) {
    authorizing = false;
    if (state == State.OVER) {
      return;
    }
    if (authorization.failed()) {
      fail(unauthorized(authorization.cause()));
      return;
    }
    timer = origin.vertx().setTimer(ask.deadlineMs(), over -> late());
    origin.request(ask, url, authorization.result()).onComplete(this::connected);
  }

  private void connected(AsyncResult<HttpClientRequest> made) {
    if (state == State.OVER) {
      if (made.succeeded()) {
        end(made.result().exceptionHandler(told -> {}));
      }
    } else if (made.failed()) {
      fail(HttpFailures.unsent(made.cause(), origin));
    } else {
      HttpClientRequest connected = made.result();
      request = connected;
      sent = true;
      // What breaks is told by the response; without a handler Vert.x would log it as well.
      connected.exceptionHandler(told -> {});
      (ask.body() == null ? connected.send() : connected.send(ask.body()))
          .onComplete(answer -> headed(connected, answer));
    }
  }

  private void headed(HttpClientRequest of, AsyncResult<HttpClientResponse> answer) {
    if (state != State.ASKING || of != request) {
      return;
    }
    if (answer.failed()) {
      fail(HttpFailures.sent(answer.cause(), origin));
      return;
    }
    HttpClientResponse came = answer.result();
    came.pause();
    came.exceptionHandler(toldWhenRead -> {});
    int status = came.statusCode();
    if (ask.plain() || status < 300) {
      give(came);
    } else if (status < 400 && status != 304) {
      redirected(came);
    } else if (status == 401 || (status == 403 && came.getHeader("WWW-Authenticate") != null)) {
      challenged(came);
    } else {
      give(came);
    }
  }

  private void give(HttpClientResponse came) {
    state = State.HEAD;
    response = came;
    head.complete(came);
  }

  private void redirected(HttpClientResponse came) {
    URI target = target(came.getHeader("Location"));
    boolean keepsMethod = came.statusCode() == 307 || came.statusCode() == 308;
    if (!keepsMethod || target == null || !origin.same(target)) {
      String where = target == null ? "" : " to " + HttpFailures.clip(HttpOrigin.origin(target));
      String expected = " (expected: none, or 307 or 308 within " + HttpOrigin.origin(url) + ")";
      fail(refused(came, ": a redirect" + where + " is not followed" + expected));
    } else if (redirects == REDIRECTS_MAX) {
      fail(refused(came, ": more than " + REDIRECTS_MAX + " redirects"));
    } else {
      redirects++;
      url = target;
      again();
    }
  }

  private static ClientException refused(HttpClientResponse came, String why) {
    return ClientException.status(Kind.STATUS, came.statusCode(), HttpFailures.line(came) + why);
  }

  private @Nullable URI target(@Nullable String location) {
    try {
      URI target = location == null ? null : url.resolve(location);
      return target == null || target.getHost() == null || target.getRawUserInfo() != null
          ? null
          : target;
    } catch (IllegalArgumentException illegal) {
      return null;
    }
  }

  private void challenged(HttpClientResponse came) {
    refusals++;
    ClientException refusal = HttpFailures.status(Kind.UNAUTHORIZED, came);
    if (refusals == ATTEMPTS_MAX) {
      fail(refusal);
      return;
    }
    List<String> asked = List.copyOf(came.headers().getAll("WWW-Authenticate"));
    Authorizer.Challenge challenge =
        new Authorizer.Challenge(origin.url(), came.statusCode(), asked, refusals);
    release();
    authorizing = true;
    origin.onLoop(origin.authorizer().challenged(challenge), helps -> {
      if (state == State.OVER) {
        return;
      }
      if (helps.failed()) {
        fail(unauthorized(helps.cause()));
      } else if (Boolean.TRUE.equals(helps.result())) {
        again();
      } else {
        fail(refusal);
      }
    });
  }

  private static ClientException unauthorized(Throwable cause) {
    return cause instanceof ClientException known
        ? known
        : ClientException.before(Kind.UNAUTHORIZED, "no credentials could be obtained");
  }

  private void again() {
    release();
    sent = false;
    start();
  }

  /** Ends the attempt: what its response still has to say is not read. */
  private void release() {
    origin.vertx().cancelTimer(timer);
    HttpClientRequest over = request;
    request = null;
    if (over != null) {
      end(over);
    }
  }

  /** HTTP/1.1 closes the connection, HTTP/2 resets the stream. */
  static void end(HttpClientRequest request) {
    var unused = request.reset(0x8);
  }

  /** Reads the body. */
  void read(Body reader) {
    HttpClientResponse from = response;
    if (state != State.HEAD || from == null) {
      return;
    }
    state = State.READING;
    body = reader;
    from.handler(this::chunk)
        .endHandler(end -> ended())
        .exceptionHandler(failure -> fail(HttpFailures.sent(failure, origin)));
    from.resume();
  }

  private void chunk(Buffer chunk) {
    if (state == State.READING && body != null) {
      body.chunk(chunk.getBytes());
    }
  }

  private void ended() {
    if (state == State.READING) {
      Body reader = over();
      if (reader != null) {
        reader.end();
      }
    }
  }

  /** The body is a stream, which may be silent for long: from here on the deadline is somebody else's. */
  void stream(Body reader) {
    origin.vertx().cancelTimer(timer);
    read(reader);
  }

  /** Nobody wants the body: it is read to its end if that is near, so that the connection can be used again. */
  void drain() {
    if (state != State.HEAD) {
      return;
    }
    // A server that stalls here would hold a connection for as long as a call may take.
    origin.vertx().cancelTimer(timer);
    timer = origin.vertx().setTimer(DRAINED_MS_MAX, over -> drop());
    read(new Body() {
      private int left = DRAINED_BYTES_MAX;

      @Override
      public void chunk(byte[] bytes) {
        left -= bytes.length;
        if (left < 0) {
          drop();
        }
      }

      @Override
      public void end() {}

      @Override
      public void broken(ClientException why) {}
    });
  }

  private void late() {
    String what = state == State.ASKING ? "response" : "end of the response";
    fail(HttpFailures.timeout(what, ask.deadlineMs(), sent));
  }

  private void fail(ClientException why) {
    if (state != State.OVER) {
      cut(why);
    }
  }

  /** Ends it here, without a word to who reads the body. */
  void drop() {
    body = null;
    cut(ClientException.after(Kind.CANCELLED, "nobody waits for the response"));
  }

  /** Ends it here: who waits for the head, or reads the body, is told why. */
  void cut(ClientException why) {
    if (state == State.OVER) {
      return;
    }
    HttpClientRequest open = request;
    Body reader = over();
    if (open != null) {
      end(open);
    }
    head.tryFail(why);
    if (reader != null) {
      reader.broken(why);
    }
  }

  private @Nullable Body over() {
    state = State.OVER;
    origin.vertx().cancelTimer(timer);
    origin.ended(this);
    Body reader = body;
    body = null;
    request = null;
    response = null;
    return reader;
  }
}
