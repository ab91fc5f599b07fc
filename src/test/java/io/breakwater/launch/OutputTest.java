package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of an output that cannot be written. */
final class OutputTest {

  private static final class Failing extends OutputStream {
    private final String why;

    Failing(String why) {
      this.why = why;
    }

    @Override
    public void write(int one) throws IOException {
      throw new IOException(why);
    }
  }

  private static int help(OutputStream out, OutputStream err) {
    return new ClientRun(
            Map.of(),
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8))
        .run("list", "--help");
  }

  @Test
  void output_thatCannotBeWritten_isTold_andFails() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    assertThat(help(new Output(new Failing("No space left on device")), err))
        .isEqualTo(Launch.FAILED);

    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("the output could not be written");
  }

  @Test
  void output_ofTheProgram_thatCannotBeWritten_fails() {
    PrintStream out = new PrintStream(
        new Output(new Failing("No space left on device")), true, StandardCharsets.UTF_8);

    int code = new Launch(Map.of(), out, out, BreakwaterVerticle::new).run("--help");

    assertThat(code).isEqualTo(Launch.FAILED);
  }

  @Test
  void output_thatNobodyReadsOn_isNoFailure() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    assertThat(help(new Output(new Failing("Broken pipe")), err)).isEqualTo(Launch.OK);

    assertThat(err.size()).isZero();
  }
}
