package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AcceptTest {
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      application/json, text/event-stream              | true  | true  | true
      Application/JSON , TEXT/Event-Stream             | true  | true  | true
      application/json                                 | true  | false | false
      text/event-stream                                | false | true  | true
      */*                                              | true  | true  | false
      *                                                | true  | true  | false
      text/html,application/xhtml+xml,*/*;q=0.8        | true  | true  | false
      application/*, text/*                            | true  | true  | true
      text/*;q=0, text/event-stream                    | false | true  | true
      */*, text/event-stream;q=0                       | true  | false | false
      */*, text/event-stream;q=0.000                   | true  | false | false
      application/json, text/event-stream; Q=0         | true  | false | false
      application/json;q=abc, text/event-stream;q=99   | true  | true  | true
      application/json;q=0.001                         | true  | false | false
      application/json;charset=utf-8                   | true  | false | false
      application/json;x=", text/event-stream"         | true  | false | false
      application/json;q=0, application/json           | true  | false | false
      ,, application/json,                             | true  | false | false
      text/html                                        | false | false | false
      application/jsonp, text/event-streams            | false | false | false
      json                                             | false | false | false
      /                                                | false | false | false
      """)
  void accept_ofAField_takesWhatItCovers(
      String field, boolean json, boolean stream, boolean streamNamed) {
    assertThat(Accept.of(List.of(field))).isEqualTo(new Accept(json, stream, streamNamed));
  }

  @Test
  void accept_ofNoField_takesAnything() {
    assertThat(Accept.of(List.of())).isEqualTo(new Accept(true, true, false));
    assertThat(Accept.of(List.of(""))).isEqualTo(new Accept(true, true, false));
    assertThat(Accept.of(List.of(" , "))).isEqualTo(new Accept(true, true, false));
  }

  @Test
  void accept_ofTwoFields_isOneList() {
    assertThat(Accept.of(List.of("application/json", "text/event-stream")))
        .isEqualTo(new Accept(true, true, true));
  }
}
