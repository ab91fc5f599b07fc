package io.breakwater.launch;

/**
 * What {@code --help} prints.
 *
 * <p>Immutable.
 */
final class Help {
  static final String TEXT = """
      Breakwater: a hosted MCP endpoint on Vert.x

      Usage: java -jar breakwater.jar [options]

        --host ADDRESS    address to listen on (default 127.0.0.1)
        --port PORT       port to listen on, 0 for any free one (default 8080)
        --config FILE     JSON with comments (default conf/breakwater.json, if there)
        --servers FILE    servers to put behind this one, as a desktop client has them in
                          mcpServers (default: every such file in conf/); may be repeated
        --stdio           serve one client over standard input and output, and no port
        --check           print the resulting configuration, or what is wrong with it; with
                          --tools also what the servers behind this one offer
        --health [URL]    ask a running server whether it is well
        --version         print the version
        --help            print this

      Every setting can also come from the environment: limits.bodyBytesMax is
      BREAKWATER_LIMITS_BODY_BYTES_MAX. The command line wins over the environment, and the
      environment over the file. BREAKWATER_LOG_LEVEL is one of off, error, warn, info (the
      default), debug, trace.

      Options of the Vert.x launcher work too, with one dash or two:

        -conf FILE|JSON                the same configuration, as Vert.x programs take it
        -instances N                   verticles that serve (default: one for each core)
        -options FILE|JSON             VertxOptions
        -deployment-options FILE|JSON  DeploymentOptions
        -cluster, -cluster-host, -cluster-port, -cluster-public-host, -cluster-public-port

      To try a server, this one or another, see list --help:

        list URL                    call URL TOOL key=value...
        list -- COMMAND...          call TOOL key=value... -- COMMAND...

      Exit code: 0 done, 1 could not start or is not healthy, 2 wrong options or configuration.
      """;

  /** What {@code list --help} and {@code call --help} print. */
  static final String CLIENT = """
      Usage: java -jar breakwater.jar list [options] URL
             java -jar breakwater.jar list [options] -- COMMAND ARGUMENT...
             java -jar breakwater.jar call [options] URL TOOL key=value...
             java -jar breakwater.jar call [options] TOOL key=value... -- COMMAND ARGUMENT...

      Shows the tools, resources and prompts of an MCP server, or calls one of its tools. The
      server is behind a URL, or is started as COMMAND and speaks over stdin and stdout.

        key=value               an argument, of the type that the tool's schema wants
        key:=JSON               an argument as JSON
        --args JSON             all arguments as one JSON object
        --json                  print the answer as JSON
        --timeout SECONDS       longest run, from connecting to the result
        --header 'Name: value'  sent with every request to the URL; may be repeated
        --bearer-env VARIABLE   the variable of the environment that holds a bearer token
        --transport NAME        auto (the default), http or sse
        --era NAME              auto (the default), modern or legacy
        --verbose               show what the server logs, also on its stderr

      Exit code: 0 done, 1 failed, or the tool says that it did, 2 wrong options or arguments.
      """;

  private Help() {}
}
