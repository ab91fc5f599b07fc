package io.breakwater.options;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keeps the files of {@code conf/} and the records of the settings together. */
final class ConfFilesTest {
  private static final Path CONF = Path.of("conf");
  private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12)
      .getSchema(ConfFiles.schema());

  @Test
  void file_breakwaterJson_hasEverySettingAtItsDefault() throws IOException {
    check("breakwater.json", ConfFiles.json());
  }

  @Test
  void file_readme_listsEverySetting() throws IOException {
    check("README.md", ConfFiles.readme());
  }

  @Test
  void file_schema_describesEverySetting() throws IOException {
    check("breakwater.schema.json", ConfFiles.schema());
  }

  private static void check(String name, String expected) throws IOException {
    Path file = CONF.resolve(name);
    if (Boolean.getBoolean("conf.write")) {
      Files.createDirectories(CONF);
      Files.writeString(file, expected);
    }
    assertThat(Files.exists(file) ? Files.readString(file) : "")
        .as(
            "%s differs from the records in io.breakwater.options; write it anew with:"
                + " mvn test -Dtest=ConfFilesTest -Dconf.write=true",
            file)
        .isEqualTo(expected);
  }

  @Test
  void breakwaterJson_read_isTheDefaults() {
    Options options =
        Configuration.defaults().file(CONF.resolve("breakwater.json")).options();

    assertThat(options).isEqualTo(Options.defaults());
  }

  @Test
  void breakwaterJson_withOneChosenBound_givesWayLikeTheDefaults() {
    Options options = Configuration.defaults()
        .file(CONF.resolve("breakwater.json"))
        .option("--test", "limits.idleConnectionMs", "2000")
        .options();

    assertThat(options.limits().keepAliveMs()).isEqualTo(1000);
  }

  @Test
  void schema_acceptsWhatCheckPrints() {
    assertThat(faults(Options.defaults().toJson())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void schema_ofAKey_acceptsWhatTheReaderAccepts(String path) throws IOException {
    Key key = Settings.ALL.key(path);
    assertThat(key).isNotNull();
    for (JsonNode value : samples(key)) {
      ObjectNode tree = new ObjectMapper().createObjectNode();
      tree.putObject(key.section()).set(key.name(), value);
      assertThat(faults(tree).isEmpty()).as("%s: %s", path, value).isEqualTo(key.accepts(value));
    }
  }

  static List<String> keys() {
    return Settings.ALL.keys().stream().map(Key::path).toList();
  }

  private static List<JsonNode> samples(Key key) throws IOException {
    List<JsonNode> samples = new ArrayList<>();
    ObjectMapper mapper = new ObjectMapper();
    for (String json : List.of(
        "null",
        "true",
        "1.5",
        "{}",
        "\"\"",
        "\"none\"",
        "\"a b\"",
        "\"https://x.example\"",
        "\"x.example\"",
        "\"/x\"",
        "\"/x/\"",
        "[]",
        "[\"*\"]",
        "[1]",
        "[\"x.example:1\"]")) {
      samples.add(mapper.readTree(json));
    }
    for (long edge : List.of(
        key.setting().min() - 1,
        key.setting().min(),
        key.setting().max(),
        key.setting().max() + 1)) {
      samples.add(Key.whole(edge));
    }
    samples.add(key.fallback());
    return samples;
  }

  private static List<?> faults(JsonNode tree) {
    return SCHEMA.validate(tree);
  }
}
