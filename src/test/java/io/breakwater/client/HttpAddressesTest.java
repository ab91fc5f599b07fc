package io.breakwater.client;

import static io.breakwater.client.HostileUpstream.empty;
import static io.breakwater.client.HostileUpstream.json;
import static io.breakwater.client.HostileUpstream.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.client.HostileUpstream.Asked;
import io.breakwater.options.Options;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.JksOptions;
import io.vertx.junit5.VertxExtension;
import java.net.Inet6Address;
import java.net.NetworkInterface;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a request goes: ports, addresses of either version, paths, hosts that are not who they say; and plain fetches. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class HttpAddressesTest {
  private static final String GOOD = "\"content\":[]";
  private static final Options OPTIONS = Options.defaults()
      .with("client.callMs", 10_000)
      .with("client.callTotalMs", 10_000)
      .with("client.closeMs", 500);

  private final List<OpenChannel> open = new ArrayList<>();

  private OpenChannel channel(Vertx vertx, Endpoint.Http server, Authorizer authorizer) {
    OpenChannel channel = OpenChannel.to(vertx, server, authorizer, OPTIONS, Revision.V2026_07_28);
    open.add(channel);
    return channel;
  }

  private OpenChannel channel(Vertx vertx, URI url) {
    return channel(vertx, new Endpoint.Http(url), Authorizer.NONE);
  }

  @AfterEach
  void close() {
    open.forEach(OpenChannel::close);
  }

  private static ClientException failure(Future<?> of) {
    try {
      of.await();
    } catch (ClientException why) {
      return why;
    }
    throw new AssertionError("nothing failed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://127.0.0.1:70000/mcp", "http://localhost:99999", "http://[::1]:99999/"})
  void port_thatIsNone_isOneErrorAtOnce(String url, Vertx vertx) {
    ClientException why = failure(channel(vertx, URI.create(url)).send(1));
    assertThat(why.kind()).as(why.getMessage()).isEqualTo(Kind.UNREACHABLE);

    HttpFetcher fetcher = new HttpFetcher(vertx, OPTIONS);
    ClientException unfetched =
        failure(fetcher.fetch(HttpMethod.GET, URI.create(url), Map.of(), null));
    assertThat(unfetched.kind()).isEqualTo(Kind.UNREACHABLE);
    fetcher.close().await();
  }

  @Test
  void addressOfVersionSix_isConnected(Vertx vertx) throws Exception {
    boolean six = NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .anyMatch(one -> one instanceof Inet6Address && one.isLoopbackAddress());
    assumeTrue(six, "no ::1 here");
    List<String> hosts = new CopyOnWriteArrayList<>();
    HttpServer server = vertx.createHttpServer().requestHandler(request -> {
      hosts.add(request.getHeader("Host"));
      request.response().setStatusCode(503).end();
    });
    server.listen(0, "::1").await();
    URI url = URI.create("http://[::1]:" + server.actualPort() + "/mcp");

    ClientException why = failure(channel(vertx, url).send(1));

    assertThat(why.status()).as(why.getMessage()).isEqualTo(503);
    assertThat(hosts).containsExactly("[::1]:" + server.actualPort());
  }

  @Test
  void urlWithoutPath_andARelativeRedirect_stayWithinTheServer(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      if (request.path().equals("/")) {
        empty(socket, 307, "Location: moved?x=1\r\n");
      } else {
        json(socket, 200, "", result(request, GOOD));
      }
    });

    channel(vertx, URI.create("http://127.0.0.1:" + upstream.url().getPort()))
        .send(1)
        .await();

    assertThat(upstream.asked()).extracting(Asked::path).containsExactly("/", "/moved?x=1");
  }

  // --- TLS

  /** A key pair for this host that nobody signed. */
  private static JksOptions selfSigned(Path folder, String host) throws Exception {
    Path store = folder.resolve("store.jks");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command = new ArrayList<>(List.of(keytool, "-genkeypair", "-keyalg", "EC"));
    command.addAll(List.of("-alias", "a", "-dname", "CN=" + host, "-ext", "san=dns:" + host));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", "password"));
    Process made = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
    assertThat(made.waitFor()).isZero();
    return new JksOptions().setPath(store.toString()).setPassword("password");
  }

  @Test
  void certificate_thatNobodySigned_isNotTrusted(@TempDir Path folder, Vertx vertx)
      throws Exception {
    AtomicInteger asked = new AtomicInteger();
    HttpServerOptions tls =
        new HttpServerOptions().setSsl(true).setKeyCertOptions(selfSigned(folder, "localhost"));
    HttpServer server =
        vertx.createHttpServer(tls).requestHandler(request -> asked.incrementAndGet());
    server.listen(0, "127.0.0.1").await();
    URI url = URI.create("https://localhost:" + server.actualPort() + "/mcp");

    ClientException why = failure(channel(vertx, url).send(1));

    assertThat(why.kind()).as(why.getMessage()).isEqualTo(Kind.UNREACHABLE);
    assertThat(asked).hasValue(0);
  }

  // --- plain fetches

  @Test
  void formBody_isFetchedAsItIs(Vertx vertx) {
    List<String> bodies = new CopyOnWriteArrayList<>();
    HttpServer server = vertx
        .createHttpServer()
        .requestHandler(request -> request.body().onSuccess(body -> {
          bodies.add(request.method() + " " + request.getHeader("Content-Type") + " " + body);
          request.response().putHeader("Content-Type", "application/json").end("{\"a\":1}");
        }));
    server.listen(0, "127.0.0.1").await();
    HttpFetcher fetcher = new HttpFetcher(vertx, OPTIONS);
    URI url = URI.create("http://127.0.0.1:" + server.actualPort() + "/token");
    Map<String, String> form = Map.of("Content-Type", "application/x-www-form-urlencoded");

    Fetcher.Fetched fetched =
        fetcher.fetch(HttpMethod.POST, url, form, Buffer.buffer("a=b")).await();

    assertThat(fetched.json()).hasToString("{\"a\":1}");
    assertThat(bodies).containsExactly("POST application/x-www-form-urlencoded a=b");
    fetcher.close().await();
  }
}
