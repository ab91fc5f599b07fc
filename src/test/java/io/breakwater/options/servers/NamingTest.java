package io.breakwater.options.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NamingTest {

  @ParameterizedTest
  @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
      -         | -       | anything  | true
      echo      | -       | echo      | true
      echo      | -       | echoes    | false
      echo      | -       | Echo      | false
      echo*     | -       | echoes    | true
      *         | -       | anything  | true
      *_file    | -       | read_file | true
      *_file    | -       | read_files | false
      r*d*e     | -       | read_file | true
      a*b*c     | -       | aXbXb     | false
      a.c       | -       | abc       | false
      -         | delete* | delete_it | false
      -         | delete* | read      | true
      read,echo | echo    | echo      | false
      read,echo | echo    | read      | true
      """)
  void name_isOffered_whereAllowedAndNotDenied(
      String allow, String deny, String name, boolean offered) {
    Naming naming = new Naming(list(allow), list(deny), Map.of(), Map.of());

    assertThat(naming.offers(name)).isEqualTo(offered);
  }

  private static List<String> list(String names) {
    return names == null ? List.of() : Arrays.asList(names.split(","));
  }
}
