package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.options.Configuration;
import io.breakwater.options.Options;
import io.breakwater.options.servers.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files name servers, and when they have changed. */
final class ServersSourceTest {
  @TempDir
  private Path folder;

  private final ObjectNode own = JsonNodeFactory.instance.objectNode();

  private ServersSource source(String... named) {
    Options options = Configuration.defaults()
        .option("--servers", "gateway.servers", List.of(named))
        .options();
    return new ServersSource(options, own, Map.of(), folder);
  }

  /** A file with one server. */
  private Path file(String name, String map, String server) throws IOException {
    return Files.writeString(
        folder.resolve(name), "{\"" + map + "\": {\"" + server + "\": {\"command\": \"a\"}}}");
  }

  private static List<String> names(ServersSource source) {
    Servers servers = source.read();
    assertThat(servers.failures()).isEmpty();
    return source.names();
  }

  @Test
  void files_ofTheFolder_thatHoldServers_count_inTheOrderOfTheirNames() throws IOException {
    file("b.json", "mcpServers", "second");
    file("a.json", "servers", "first");
    file("breakwater.json", "mcpServers", "ours");
    file("x.schema.json", "mcpServers", "schema");
    file("c.txt", "mcpServers", "text");
    Files.writeString(folder.resolve("d.json"), "{\"other\": {}}");
    Files.createDirectory(folder.resolve("f.json"));
    Files.createDirectory(folder.resolve("deeper"));
    Files.writeString(folder.resolve("deeper/g.json"), "{\"mcpServers\": {\"g\": {}}}");
    own.putObject("own").put("command", "a");

    assertThat(names(source())).containsExactly("own", "first", "second");
  }

  @Test
  void folder_thatIsNotThere_hasNone() throws IOException {
    Files.delete(folder);

    assertThat(names(source())).isEmpty();
  }

  @Test
  void files_thatAreNamed_countAlone_inTheirOrder() throws IOException {
    file("lying.json", "mcpServers", "lying");
    Path b = file("b,1.txt", "mcpServers", "b");
    Path a = file("a.json", "mcpServers", "a");

    assertThat(names(source(b.toString(), a.toString()))).containsExactly("b", "a");
  }

  @Test
  void file_ofTheFolder_thatIsBroken_isTold() throws IOException {
    Files.writeString(folder.resolve("a.json"), "{\"mcpServers\": {");
    file("b.json", "mcpServers", "b");

    Servers servers = source().read();

    assertThat(servers.entries()).singleElement().matches(entry -> entry.name().equals("b"));
    assertThat(servers.failures())
        .singleElement()
        .asString()
        .startsWith(folder.resolve("a.json") + ":1:17: ");
  }

  @Test
  void fileWithAByteOrderMark_counts() throws IOException {
    Files.writeString(
        folder.resolve("a.json"), "\uFEFF{\"mcpServers\": {\"a\": {\"command\": \"a\"}}}");

    assertThat(names(source())).containsExactly("a");
  }

  @Test
  void change_ofAFile_isSeenOnce() throws IOException {
    file("a.json", "mcpServers", "a");
    ServersSource source = source();
    assertThat(names(source)).containsExactly("a");
    assertThat(source.changed()).isFalse();

    file("b.json", "mcpServers", "b");
    assertThat(source.changed()).isTrue();
    assertThat(names(source)).containsExactly("a", "b");
    assertThat(source.changed()).isFalse();

    file("b.json", "mcpServers", "c");
    assertThat(source.changed()).isTrue();
    assertThat(names(source)).containsExactly("a", "c");

    Files.delete(folder.resolve("a.json"));
    assertThat(source.changed()).isTrue();
    assertThat(names(source)).containsExactly("c");
    assertThat(source.changed()).isFalse();
  }

  @Test
  void file_thatBreaks_keepsItsServers_whileOthersChange() throws IOException {
    file("a.json", "mcpServers", "a");
    file("b.json", "mcpServers", "b");
    ServersSource source = source();
    assertThat(names(source)).containsExactly("a", "b");

    Files.writeString(folder.resolve("a.json"), "{\"mcpServers\": {");
    file("b.json", "mcpServers", "c");
    Servers servers = source.read();

    assertThat(source.names()).containsExactly("a", "c");
    assertThat(servers.failures())
        .singleElement()
        .asString()
        .endsWith("; what it said before stays)");
    file("a.json", "mcpServers", "d");
    assertThat(names(source)).containsExactly("d", "c");
  }

  @Test
  void entry_thatBreaks_keepsWhatItSaid_andOneThatNeverWasGoodHasNothing() throws IOException {
    file("a.json", "mcpServers", "a");
    ServersSource source = source();
    Servers before = source.read();

    Files.writeString(
        folder.resolve("a.json"),
        "{\"mcpServers\": {\"a\": {\"args\": [\"x\"]}, \"b\": {}, \"c\": 7, \"a \": {\"command\": \"x\"}}}");
    Servers servers = source.read();

    assertThat(servers.entries().get(0)).isEqualTo(before.entries().get(0));
    assertThat(servers.entries()).extracting(entry -> entry.name()).containsExactly("a", "a ");
    assertThat(servers.failures()).hasSize(3);
    assertThat(servers.failures().get(0).toString()).endsWith("; what it said before stays)");
    assertThat(servers.failures().subList(1, 3))
        .noneMatch(mistake -> mistake.toString().contains("stays"));

    file("a.json", "mcpServers", "d");
    assertThat(names(source)).containsExactly("d");
  }

  @Test
  void files_thatAreNamed_andNotThere_areMissing() throws IOException {
    Path a = file("a.json", "mcpServers", "a");
    String none = folder.resolve("none.json").toString();

    assertThat(source(a.toString()).missing()).isEmpty();
    assertThat(source(a.toString(), none, folder.toString()).missing())
        .extracting(mistake -> mistake.where())
        .containsExactly(none, folder.toString());
  }

  @Test
  void file_thatIsNamed_andGone_keepsItsServers() throws IOException {
    Path a = file("a.json", "mcpServers", "a");
    ServersSource source = source(a.toString());
    assertThat(names(source)).containsExactly("a");

    Files.delete(a);
    assertThat(source.changed()).isTrue();

    assertThat(source.read().failures()).singleElement().asString().contains("cannot be read");
    assertThat(source.names()).containsExactly("a");
  }
}
