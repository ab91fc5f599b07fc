package io.breakwater.options;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Every setting of the process. Made by {@link Configuration} from a file, the environment and the command line.
 *
 * <p>A setting is written {@code section.name} everywhere: in the file as a member of the section's object, in messages,
 * and as {@code BREAKWATER_SECTION_NAME} in the environment. Units stand at the end of a name, then whether it is a bound:
 * {@code bodyBytesMax}, {@code idleMs}.
 *
 * <p>Immutable.
 *
 * @param listen where clients connect
 * @param server how the server introduces itself
 * @param auth who may come in
 * @param origins which Host names and browser origins are answered
 * @param limits bounds of one message, one request, one connection, one stream, and of the process
 * @param sessions bounds of sessions of the revisions before 2026-07-28
 * @param client bounds of our own client, which speaks to other servers
 * @param gateway the servers behind this one, and bounds of what stands between
 * @param seal the key of what travels through the client
 * @param blocking where blocking handlers run
 * @param observe what an operator sees
 */
public record Options(
    @Section("Where clients connect") Listen listen,

    @Section("How the server introduces itself, and what it offers by itself")
    Server server,

    @Section("Who may come in") Auth auth,

    @Section("Which Host names and browser origins are answered (a guard against DNS rebinding)")
    Origins origins,

    @Section("Bounds of what a peer can send, hold open and wait for")
    Limits limits,

    @Section("Bounds of sessions, which the revisions before 2026-07-28 have")
    Sessions sessions,

    @Section("Bounds of our own client, which speaks to other servers")
    Client client,

    @Section("The servers behind this one, and bounds of what stands between them and a caller")
    Gateway gateway,

    @Section("The key of what travels through the client and must come back as it was")
    Sealing seal,

    @Section("Where handlers run that block a thread") Blocking blocking,
    @Section("What an operator sees") Observe observe) {

  /** Every setting at its default. */
  public static Options defaults() {
    return Configuration.defaults().options();
  }

  /**
   * The same with one setting changed: {@code with("limits.depthMax", 10)}. Other settings that were bound by it, as
   * {@code sessions.perPrincipalMax} is by {@code sessions.countMax}, are lowered with it.
   *
   * @param value a number, a boolean, a text, a list of texts, or the lower-case name of a choice
   * @throws Mistakes when there is no such setting or it cannot have this value
   */
  public Options with(String path, Object value) {
    return Configuration.of(this)
        .set(path, new ObjectMapper().valueToTree(value))
        .options();
  }

  /** In the shape of the configuration file, secrets masked. */
  public ObjectNode toJson() {
    return Configuration.of(this).masked();
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return toJson().toString();
  }
}
