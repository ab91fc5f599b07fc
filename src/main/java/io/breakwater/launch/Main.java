package io.breakwater.launch;

import java.io.FileDescriptor;
import java.io.PrintStream;

/**
 * Entry point of the program.
 *
 * <p>Exit codes: 0 done or stopped, 1 could not start or is not healthy, 2 the command line or the configuration is wrong.
 */
public final class Main {
  private Main() {}

  /**
   * Runs what the command line says. Returns while the server runs, or ends the process.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    PrintStream out = Output.utf8(FileDescriptor.out);
    PrintStream err = Output.utf8(FileDescriptor.err);
    Launch launch = new Launch(System.getenv(), out, err, BreakwaterVerticle::new);
    int code = launch.run(args);
    if (code != Launch.OK || launch.over()) {
      System.exit(code);
    }
  }
}
