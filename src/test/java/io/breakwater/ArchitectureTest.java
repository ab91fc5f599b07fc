package io.breakwater;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keeps the arrows between the packages. A package is a station on the path of a request: it may use what stands below
 * it, never above. A new package needs a row here.
 */
final class ArchitectureTest {
  /** Each package and those of ours that it may use. */
  private static final Map<String, Set<String>> ARROWS = arrows("""
      launch   -> http stdio feature provider client legacy era dispatch rpc frame json api observe options spec
      http     -> legacy era dispatch rpc frame json api observe options spec
      stdio    -> legacy era dispatch rpc frame json api observe options spec
      legacy   -> era dispatch rpc json api observe options spec
      era      -> dispatch rpc json api observe options spec
      feature  -> provider dispatch rpc json api observe options spec
      provider -> client rpc json api observe options spec
      client   -> rpc frame json api observe options spec
      dispatch -> rpc json api observe options spec
      rpc      -> json api observe options spec
      observe  -> spec
      options  -> spec
      api      ->
      json     ->
      frame    ->
      spec     ->
      """);

  private static JavaClasses ours;

  @BeforeAll
  static void import_classes_withoutTests() {
    ours = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages("io.breakwater");
  }

  @ParameterizedTest
  @MethodSource("stations")
  void station_uses_onlyWhatStandsBelow(String station) {
    Set<String> forbidden = new TreeSet<>(ARROWS.keySet());
    forbidden.remove(station);
    forbidden.removeAll(ARROWS.get(station));

    noClasses()
        .that()
        .resideInAPackage(within(station))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(within(forbidden))
        .allowEmptyShould(true)
        .check(ours);
  }

  @Test
  void everyClass_lives_inAStationWithARow() {
    classes()
        .should()
        .resideInAnyPackage(within(ARROWS.keySet()))
        .because("a package without a row in ARROWS has no rules")
        .check(ours);
  }

  @Test
  void stations_form_noCycle() {
    slices()
        .matching("io.breakwater.(*)..")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(ours);
  }

  @Test
  void staticFields_are_final() {
    fields()
        .that()
        .areStatic()
        .should()
        .beFinal()
        .because("state belongs to an object with an owner")
        .allowEmptyShould(true)
        .check(ours);
  }

  @Test
  void classNames_are_nouns() {
    noClasses()
        .should()
        .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Base|Impl|Common)")
        .because("a name says what the thing is; a static helper lives with the type it serves")
        .check(ours);
  }

  static Stream<String> stations() {
    return ARROWS.keySet().stream();
  }

  private static String within(String station) {
    return "io.breakwater." + station + "..";
  }

  private static String[] within(Set<String> stations) {
    return stations.stream().map(ArchitectureTest::within).toArray(String[]::new);
  }

  private static Map<String, Set<String>> arrows(String table) {
    Map<String, Set<String>> arrows = new TreeMap<>();
    table
        .lines()
        .map(row -> row.split("->", 2))
        .forEach(row -> arrows.put(row[0].strip(), words(row[1])));
    return arrows;
  }

  private static Set<String> words(String text) {
    return new TreeSet<>(Arrays.asList(text.strip().split("\\s+")));
  }
}
