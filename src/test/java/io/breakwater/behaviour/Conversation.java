package io.breakwater.behaviour;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.options.Options;
import io.breakwater.provider.LocalProvider;
import io.breakwater.spec.Revision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A server of its own with the samples, and clients whose transcripts know what can happen there.
 *
 * <p>Confined to the thread of its test.
 */
final class Conversation implements AutoCloseable {
  /** What a client can that is asked everything. */
  static final String EVERYTHING =
      "{\"elicitation\":{\"form\":{},\"url\":{}},\"sampling\":{},\"roots\":{}}";

  private final Samples samples = new Samples();
  private final TestServer server;
  private final List<Transcript> transcripts = new ArrayList<>();

  Conversation() {
    this(Options.defaults().with("limits.pageSize", 9));
  }

  Conversation(Options options) {
    server = TestServer.start(options, samples::offer);
  }

  Transcript client(Revision revision, String capabilities) {
    Transcript transcript = new Transcript(server, revision, capabilities);
    transcripts.add(transcript);
    LocalProvider local = server.breakwater().local();
    return transcript
        .when("started", samples::awaitStart)
        .when("cancelled", samples::awaitCancel)
        .when("released", samples::release)
        .when("note changed", () -> local.resourceUpdated(Samples.NOTE))
        .when("picture changed", () -> local.resourceUpdated(Samples.PICTURE))
        .when("tool removed", () -> local.removeTool("echo"))
        .when("prompt removed", () -> local.removePrompt("greeting"))
        .when("resource removed", () -> local.removeResource(Samples.NOTE))
        .when("shut down", server::shutDown);
  }

  /** A client that has opened a session and can do everything. */
  @CanIgnoreReturnValue
  Transcript session(Revision revision) {
    return client(revision, EVERYTHING).open();
  }

  @Override
  public void close() {
    samples.release();
    try {
      for (Transcript transcript : transcripts) {
        transcript.close();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    server.close();
  }
}
