package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.launch.Arguments.Action;
import io.breakwater.launch.Arguments.Given;
import io.breakwater.launch.Arguments.Source;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ArgumentsTest {

  private static List<String> mistakes(String... args) {
    return Arguments.parse(args).mistakes().stream().map(Object::toString).toList();
  }

  @Test
  void nothing_runs() {
    Arguments arguments = Arguments.parse();

    assertThat(arguments.action()).isEqualTo(Action.RUN);
    assertThat(arguments.vertx()).isEmpty();
    assertThat(arguments.mistakes()).isEmpty();
  }

  @Test
  void ours_oneDashOrTwo_withSpaceOrEquals_areTaken() {
    Arguments arguments = Arguments.parse("--host", "::1", "-port=0", "--CONFIG=a.json", "-check");

    assertThat(arguments.action()).isEqualTo(Action.CHECK);
    assertThat(arguments.settings())
        .containsEntry("--host", new Given("listen.host", "::1"))
        .containsEntry("-port", new Given("listen.port", "0"));
    assertThat(arguments.sources()).containsExactly(new Source("--CONFIG", "a.json"));
    assertThat(arguments.vertx()).isEmpty();
    assertThat(arguments.mistakes()).isEmpty();
  }

  @Test
  void conf_ofVertx_isASourceOfOurs() {
    Arguments arguments = Arguments.parse("-conf", " {\"listen\":{}}", "--conf", "b.json");

    assertThat(arguments.sources()).extracting(Source::inline).containsExactly(true, false);
    assertThat(arguments.vertx()).isEmpty();
  }

  @Test
  void others_ofVertx_arePassedOn() {
    Arguments arguments = Arguments.parse(
        "--instances",
        "3",
        "-cluster-host=10.0.0.1",
        "-cluster-port",
        "0",
        "-w",
        "-vt",
        "-options",
        "{\"eventLoopPoolSize\":2}");

    assertThat(arguments.vertx())
        .containsExactly(
            "-instances",
            "3",
            "-cluster-host",
            "10.0.0.1",
            "-cluster-port",
            "0",
            "-worker",
            "-virtual-thread",
            "-options",
            "{\"eventLoopPoolSize\":2}");
    assertThat(arguments.mistakes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      --prot 80       | --prot: unknown option (did you mean --port?)
      --zzzzzzzz      | --zzzzzzzz: unknown option (see --help)
      --port          | --port: no value (expected: a value)
      --port --check  | --port: no value (expected: a value)
      -instances 0    | -instances: 0 (expected: an integer from 1 to 1000)
      -instances 1001 | -instances: 1001 (expected: an integer from 1 to 1000)
      -instances x    | -instances: x (expected: an integer from 1 to 1000)
      -options {      | -options: { (expected: a JSON object, or a file with one)
      -options nofile | -options: nofile (expected: a JSON object, or a file with one)
      check           | check: unexpected (expected: options, see --help)
      java.lang.Object | java.lang.Object: unexpected (expected: options, see --help)
      -cluster        | -cluster: no cluster manager (expected: one on the class path, such as vertx-hazelcast)
      """)
  void mistake_ofEachKind_isOneLine(String line, String mistake) {
    assertThat(mistakes(line.split(" "))).containsExactly(mistake);
  }

  @Test
  void bound_ofInstances_isTaken() {
    assertThat(mistakes("-instances", "1")).isEmpty();
    assertThat(mistakes("-instances", "1000")).isEmpty();
  }

  @Test
  void word_withControlCharacters_staysOneLine() {
    assertThat(mistakes("--a\nb")).containsExactly("--a b: unknown option (see --help)");
    assertThat(mistakes("-" + "x".repeat(500))).singleElement().asString().hasSizeLessThan(140);
  }

  @Test
  void negativeNumber_isAValue() {
    assertThat(Arguments.parse("--port", "-1").settings())
        .containsEntry("--port", new Given("listen.port", "-1"));
  }

  @Test
  void ownVerticle_byName_isWhatRunsAnyway() {
    Arguments arguments = Arguments.parse(Arguments.OWN_VERTICLE, "-instances", "2");

    assertThat(arguments.verticle()).isNull();
    assertThat(arguments.mistakes()).isEmpty();
  }

  @Test
  void foreignVerticle_byNameOrPrefix_isKept() {
    assertThat(Arguments.parse("io.vertx.core.AbstractVerticle").verticle())
        .isEqualTo("io.vertx.core.AbstractVerticle");
    assertThat(Arguments.parse("js:main.js").verticle()).isEqualTo("js:main.js");
  }

  @Test
  void health_withAndWithoutUrl_isTaken() {
    assertThat(Arguments.parse("--health", "http://x.example/h").healthUrl())
        .isEqualTo("http://x.example/h");
    Arguments plain = Arguments.parse("--health", "--port", "9000");
    assertThat(plain.action()).isEqualTo(Action.HEALTH);
    assertThat(plain.healthUrl()).isNull();
    assertThat(plain.settings()).containsKey("--port");
  }

  @Test
  void help_amongOthers_wins() {
    assertThat(Arguments.parse("--help", "--check", "--nonsense").action()).isEqualTo(Action.HELP);
    assertThat(Arguments.parse("--version", "--health").action()).isEqualTo(Action.VERSION);
  }

  @Test
  void stdio_isWhatRuns_unlessSomethingHarmlessIsAskedFor() {
    assertThat(Arguments.parse("--stdio", "--config", "c.json").action())
        .isEqualTo(Arguments.Action.STDIO);
    assertThat(Arguments.parse("--check", "--stdio").action()).isEqualTo(Arguments.Action.CHECK);
    assertThat(Arguments.parse("--stdio", "--help").action()).isEqualTo(Arguments.Action.HELP);
  }
}
