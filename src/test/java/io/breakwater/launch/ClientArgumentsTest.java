package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.client.Endpoint;
import io.breakwater.options.Mistake;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientArgumentsTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("TOKEN", "s3cret");

  @Test
  void call_ofAUrl_isTakenApart() {
    ClientArguments arguments = parse(
        "call http://h/mcp add a=2 --json b=3 --header X-A:1 --bearer-env=TOKEN --timeout 1.5 --transport sse");

    Endpoint.Http endpoint = (Endpoint.Http) arguments.endpoint();
    assertThat(arguments.mistakes()).isEmpty();
    assertThat(endpoint.url()).hasToString("http://h/mcp");
    assertThat(endpoint.headers())
        .containsOnly(Map.entry("X-A", "1"), Map.entry("Authorization", "Bearer s3cret"));
    assertThat(endpoint.transport()).isEqualTo(Endpoint.Transport.SSE);
    assertThat(arguments.tool()).isEqualTo("add");
    assertThat(arguments.pairs()).containsExactly("a=2", "b=3");
    assertThat(arguments.timeoutMs()).isEqualTo(1_500);
    assertThat(arguments.json()).isTrue();
  }

  @Test
  void call_ofACommand_leavesItsOptionsAlone() {
    ClientArguments arguments =
        parse("call echo message=hi --verbose -- npx -y server --json -- x");

    assertThat(arguments.mistakes()).isEmpty();
    assertThat(((Endpoint.Command) arguments.endpoint()).command())
        .containsExactly("npx", "-y", "server", "--json", "--", "x");
    assertThat(arguments.tool()).isEqualTo("echo");
    assertThat(arguments.json()).isFalse();
    assertThat(arguments.verbose()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "list | list: no server (expected: a URL that begins with http, or -- and a command)",
        "list -- | --: no command (expected: the command of a server)",
        "list http://h/ -- cat | list: a URL and a command (expected: one server)",
        "list http:///x | list: not the URL of a server (expected: such as http://127.0.0.1:8080/mcp)",
        "list http://h/ x | x: unexpected (expected: options, see --help)",
        "call http://h/ | call: no tool (expected: its name after the URL)",
        "call -- cat | call: no tool (expected: its name before --)",
        "list http://h/ --jsn | --jsn: unknown option of list (did you mean --json?)",
        "list http://h/ --timeout 0 | --timeout: 0 (expected: seconds, a number from 1 to 86400)",
        "list http://h/ --timeout | --timeout: no value (expected: a value)",
        "list http://h/ --transport ftp | --transport: ftp (expected: auto, http or sse)",
        "list http://h/ --header secret | --header: not a header (expected: 'Name: value')",
        "list http://h/ --bearer-env NONE | --bearer-env: NONE (expected: a variable that is set)",
      })
  void mistake_isTold(String line, String expected) {
    assertThat(parse(line).mistakes()).extracting(Mistake::toString).containsExactly(expected);
  }

  @ParameterizedTest
  @ValueSource(chars = {'\0', '\t', '\n', '\r', '\u001b', '\u007f', '\u0085'})
  void header_withAControlCharacter_isRefused_andNotRepeated(char control) {
    ClientArguments arguments = ClientArguments.parse(
        ENVIRONMENT, "list", "http://h/", "--header", "X-A: secret" + control + "b");

    assertThat(arguments.mistakes())
        .extracting(Mistake::toString)
        .containsExactly("--header: not a header (expected: 'Name: value')");
  }

  @Test
  void argument_thatTheLocaleCouldNotRead_isRefused_withAHint() {
    assertThat(parse("call http://h/ add a=caf\ufffd").mistakes())
        .extracting(Mistake::toString)
        .singleElement()
        .asString()
        .contains("LC_ALL=C.UTF-8");
  }

  private static ClientArguments parse(String line) {
    return ClientArguments.parse(ENVIRONMENT, line.split(" "));
  }
}
