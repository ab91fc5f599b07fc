package io.breakwater.options.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.options.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files as a whole. Apostrophes stand for quotes. */
final class ServersReaderTest {
  private static final int FILE_BYTES_MAX = 1_048_576;

  @TempDir
  private Path folder;

  private final ServersReader reader =
      new ServersReader(Options.defaults().gateway(), Map.of("A", "1"));

  private List<String> text(String text) {
    return Shown.of(reader.text("f", text.replace('\'', '"')).servers());
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text.replace('\'', '"'));
  }

  private List<String> read(Path file) {
    String unused = reader.file(file, null);
    return Shown.of(reader.servers()).stream()
        .map(line -> line.replace(folder + "/", ""))
        .toList();
  }

  @Test
  void entry_thatIsBroken_failsAlone() {
    assertThat(text("""
            {'mcpServers': {'a': {'command': 'a'}, 'b': {}, 'c': 7, 'd': {'command': 'd'}}}"""))
        .containsExactly(
            "a: [a]",
            "d: [d]",
            "! f: mcpServers.b.command: neither a command nor a url (expected: one of the two)",
            "! f: mcpServers.c: no object (expected: an entry such as {\"command\": \"npx\"})");
  }

  @Test
  void maps_ofBothNames_areTaken() {
    assertThat(text("{'servers': {'b': {'command': 'b'}}, 'mcpServers': {'a': {'command': 'a'}}}"))
        .containsExactly("a: [a]", "b: [b]");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      {}                          | ! f: no servers (expected: an object mcpServers, or servers)
      {'mcpServers': []}          | ! f: no servers (expected: an object mcpServers, or servers)
      []                          | ! f: not an object (expected: a JSON object)
      {'mcpServers': {'a': s3cret}} | ! f:1:22: a word that is no JSON (expected: JSON with comments)
      {'mcpServers': {'a': 's3cret} | ! f:1:30: Unexpected end-of-input: was expecting closing quote for a string value (expected: JSON with comments)
      """)
  void file_thatIsBroken_saysWhereAndWhy_andNoSecret(String text, String mistake) {
    assertThat(text(text)).containsExactly(mistake);
  }

  @Test
  void comments_trailingCommas_andAByteOrderMark_doNoHarm() throws IOException {
    assertThat(read(file(
            "a.json",
            "\uFEFF// a\n{'mcpServers': {/* b */ 'a': {'command': 'a', 'args': ['b',],},},}\n")))
        .containsExactly("a: [a, b]");
  }

  @Test
  void file_atTheBound_isRead_andOneByteMoreIsNot() throws IOException {
    String full = "{'mcpServers': {'é': {'command': 'a'}}}";
    full += " ".repeat(FILE_BYTES_MAX - 1 - full.length());

    assertThat(read(file("more.json", full + " ")))
        .containsExactly("! more.json: too large (expected: at most 1048576 bytes)");
    assertThat(read(file("full.json", full))).first().isEqualTo("é: [a]");
  }

  @Test
  void file_thatIsNotThere_saysSo() {
    assertThat(read(folder.resolve("none.json")))
        .containsExactly("! none.json: cannot be read (expected: a file with mcpServers)");
    assertThat(read(folder)).hasSize(2).last().asString().contains("cannot be read");
  }

  @Test
  void file_thatBreaks_keepsWhatItHeldBefore() throws IOException {
    Path file = file("a.json", "{'mcpServers': {'a': {'command': 'a'}}}");
    String before = reader.file(file, null);
    assertThat(before).contains("mcpServers");
    for (String broken : List.of("{'mcpServers': {", "{}")) {
      ServersReader later = new ServersReader(Options.defaults().gateway(), Map.of());
      Files.writeString(file, broken.replace('\'', '"'));

      assertThat(later.file(file, before)).isEqualTo(before);

      assertThat(Shown.of(later.servers()))
          .hasSize(2)
          .startsWith("a: [a]")
          .last()
          .asString()
          .endsWith("; what it said before stays)");
    }
  }

  @Test
  void name_thatIsThere_countsOnce() {
    reader.text("one", "{\"mcpServers\": {\"a\": {\"command\": \"one\"}}}");

    assertThat(text("{'mcpServers': {'a': {'command': 'two'}}}"))
        .containsExactly(
            "a: [one]",
            "! f: mcpServers.a: there already (expected: each name once; the first counts)");
  }

  @Test
  void name_withThePrefixOfAnother_isRefused_unlessThatOneIsBroken() {
    assertThat(text("""
        {'mcpServers': {'a.b': {'command': 'a'}, 'a b': {'command': 'b'}}}"""))
        .containsExactly(
            "a.b: [a]",
            "! f: mcpServers.a b: the prefix of another one (a_b) (expected: names that differ in"
                + " letters, digits, _ and -)");
    assertThat(text("{'mcpServers': {'c.d': {}, 'c d': {'command': 'b'}}}")).contains("c d: [b]");
  }

  @Test
  void name_of64Characters_isTaken_andOfOneMoreIsNot() {
    String mistake = ": a name that is none (expected: 1 to 64 characters of one line)";
    assertThat(text("{'mcpServers': {'" + "x".repeat(64) + "': {'command': 'a'}}}"))
        .containsExactly("x".repeat(64) + ": [a]");
    assertThat(text("{'mcpServers': {'" + "x".repeat(65) + "': {'command': 'a'}}}"))
        .hasSize(2)
        .last()
        .asString()
        .endsWith("..." + mistake);
    assertThat(text("{'mcpServers': {'': {'command': 'a'}}}"))
        .last()
        .isEqualTo("! f: mcpServers." + mistake);
    assertThat(text("{'mcpServers': {'a\\nb': {'command': 'a'}}}"))
        .last()
        .isEqualTo("! f: mcpServers.a b" + mistake);
  }

  @Test
  void entries_atTheBound_areTaken_andOneMoreIsNot() {
    String entries = IntStream.range(0, 201)
        .mapToObj(i -> "'s" + i + "': {'command': 'a'}")
        .collect(Collectors.joining(","));

    assertThat(text("{'mcpServers': {" + entries + "}}"))
        .hasSize(201)
        .last()
        .isEqualTo("! f: mcpServers.s200: one too many (expected: at most 200 servers)");
  }

  @Test
  void map_ofTheConfiguration_isNamedSo() {
    ObjectNode map = JsonNodeFactory.instance.objectNode();
    map.putObject("a");

    assertThat(Shown.of(reader.map("mcpServers", map).servers()))
        .singleElement()
        .asString()
        .startsWith("! mcpServers.a.command: ");
  }
}
