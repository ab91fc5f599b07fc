package io.breakwater.options.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.breakwater.options.servers.Expansion.Unresolved;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExpansionTest {
  @TempDir
  private Path folder;

  private final Expansion expansion =
      new Expansion(Map.of("A", "one", "EMPTY", "", "AGAIN", "${A}", "DOLLAR", "$1\\2"));

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      plain $A {A}      | plain $A {A}
      ${A}              | one
      x${A}y${env:A}    | xoneyone
      ${B:-two}         | two
      ${env:B:-two}     | two
      ${A:-two}         | one
      ${EMPTY:-two}     | two
      <${EMPTY}>        | <>
      <${B:-}>          | <>
      ${B:-a:-b}        | a:-b
      ${B:-{x}}         | {x}
      ${AGAIN}          | ${A}
      ${DOLLAR}         | $1\\2
      $${A}             | ${A}
      $$${A}            | $${A}
      $$A               | $$A
      a${/}b            | a/b
      ${pathSeparator}  | /
      """)
  void text_isFilledInOnce(String text, String expected) {
    assertThat(expansion.of(text)).isEqualTo(expected);
  }

  @Test
  void folders_thatEditorsKnow_areOurs() {
    String here = Path.of("").toAbsolutePath().toString();

    assertThat(expansion.of("${workspaceFolder}/a ${cwd} ${userHome}"))
        .isEqualTo(here + "/a " + here + " " + System.getProperty("user.home"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      ${B}               | the variable B is not set  | ${B:-text}
      ${env:B}           | the variable B is not set  | ${B:-text}
      x ${input:key}     | ${input:key}               | nobody can be asked
      ${config:a.b}      | ${config:a.b}              | ${NAME}
      ${a b}             | ${a b}                     | ${NAME}
      ${1:-s3cret}       | ${1:-...}                  | ${NAME}
      ${}                | ${}                        | ${NAME}
      ${A                | a ${ without its }         | $${
      ${A} ${A           | a ${ without its }         | $${
      ${file:no/such}    | the file no/such cannot be read | a readable file
      ${file:}           | the file  cannot be read   | a readable file
      """)
  void text_thatCannotBeFilledIn_saysWhy(String text, String found, String expected) {
    Unresolved why = catchThrowableOfType(Unresolved.class, () -> expansion.of(text));

    assertThat(why.found()).contains(found).doesNotContain("s3cret");
    assertThat(why.expected()).contains(expected).doesNotContain("s3cret");
  }

  @Test
  void file_isPutIn_withoutItsLastLineEnd_upToTheBound() throws IOException {
    Path key = Files.writeString(folder.resolve("key"), "s3cret\n\n");
    Path windows = Files.writeString(folder.resolve("windows"), "s3cret\r\n");
    Path full = Files.writeString(folder.resolve("full"), "x".repeat(Expansion.FILE_BYTES_MAX));
    Path more = Files.writeString(folder.resolve("more"), "x".repeat(Expansion.FILE_BYTES_MAX + 1));

    assertThat(expansion.of("Bearer ${file:" + key + "}")).isEqualTo("Bearer s3cret\n");
    assertThat(expansion.of("${file:" + windows + "}")).isEqualTo("s3cret");
    assertThat(expansion.of("${file:" + full + "}")).hasSize(65_536);
    Unresolved why =
        catchThrowableOfType(Unresolved.class, () -> expansion.of("${file:" + more + "}"));
    assertThat(why.found()).endsWith("is too large");
    assertThat(why.expected()).isEqualTo("at most 65536 bytes");
  }
}
