package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalTextTest {

  @Test
  void block_keepsLinesAndTabs_andNothingElseThatActs() {
    assertThat(TerminalText.block("a\r\n\tb\u001b[2Jc\u009b5md\u202ee\u0007\u0000"))
        .isEqualTo("a\n\tb\ufffd[2Jc\ufffd5md\ufffde\ufffd\ufffd");
    assertThat(TerminalText.block("käse 🧀 日本")).isEqualTo("käse 🧀 日本");
  }

  @Test
  void line_isTheFirstThatIsNotBlank_clippedBetweenCharacters() {
    assertThat(TerminalText.line("\n  \n  one two \nthree", 100)).isEqualTo("one two");
    assertThat(TerminalText.line("🧀🧀🧀", 3)).isEqualTo("🧀🧀🧀");
    assertThat(TerminalText.line("🧀🧀🧀🧀", 3)).isEqualTo("🧀🧀…");
    assertThat(TerminalText.line("", 3)).isEmpty();
  }

  @Test
  void json_meansTheSame() {
    assertThat(TerminalText.json("{\n \"a\": \"\u009b\u202e\u007fé\"\n}"))
        .isEqualTo("{\n \"a\": \"\\u009b\\u202e\\u007f\\u00e9\"\n}");
    assertThat(TerminalText.json(
            new StringBuilder("\"").appendCodePoint(0xe0041).append('"').toString()))
        .isEqualTo("\"\\udb40\\udc41\"");
  }

  @Test
  void block_ofABound_isClippedBetweenCharacters() {
    assertThat(TerminalText.block("🧀\n🧀", 3)).isEqualTo("🧀\n🧀");
    assertThat(TerminalText.block("🧀\n🧀🧀", 3)).isEqualTo("🧀\n🧀…");
  }

  @Test
  void table_uncut_hasWholeTexts() {
    Table table = new Table("Tools", Table.UNCUT);
    table.add("add", "Adds\n  two " + "numbers ".repeat(100) + "end");

    ByteArrayOutputStream out = new ByteArrayOutputStream();
    table.print(new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("  add  Adds two numbers ")
        .contains("numbers end\n");
  }

  @Test
  void table_alignsAndFits() {
    Table table = new Table("Tools", 40);
    table.add("add", "Adds two numbers and tells what they come to\nand more");
    table.add("a\u001b[1m_longer", "");

    ByteArrayOutputStream out = new ByteArrayOutputStream();
    table.print(new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "Tools (2)", "  add           Adds two numbers and te…", "  a\ufffd[1m_longer", "");
  }
}
