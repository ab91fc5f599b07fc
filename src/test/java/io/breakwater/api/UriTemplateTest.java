package io.breakwater.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UriTemplateTest {

  /** Template, URI, and what the variables are, or nothing when it does not match. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Level 1.
        "test://template/{id}/data|test://template/123/data|{id=123}",
        "test://template/{id}/data|test://template/a%20b/data|{id=a b}",
        "test://template/{id}/data|test://template/caf%C3%A9/data|{id=café}",
        "test://template/{id}/data|test://template/a:b@c/data|{id=a:b@c}",
        "test://template/{id}/data|test://template/1%252F2/data|{id=1%2F2}",
        "test://template/{id}/data|test://template//data|",
        "test://template/{id}/data|test://template/1/2/data|",
        "test://template/{id}/data|test://template/1?q/data|",
        "test://template/{id}/data|test://template/1/data/|",
        "test://template/{id}/data|TEST://template/1/data|",
        "{id}|a|{id=a}",
        "a:{x}-{y}|a:1-2-3|{x=1-2,y=3}",
        "a:{name}.txt|a:b.txt.txt|{name=b.txt}",
        "a:{name}.{ext}|a:b.tar.gz|{name=b.tar,ext=gz}",
        "a:{x}{y}|a:12|{x=1,y=2}",
        "a:{x}{y}|a:1|",
        // Level 2.
        "file:///{+path}|file:///a/b/c.txt|{path=a/b/c.txt}",
        "file:///{+path}|file:///a%2Fb|{path=a/b}",
        "file:///{+path}/end|file:///a/end/b/end|{path=a/end/b}",
        "file:///{+path}/x{n}/end|file:///p/x1/q/x2/end|{path=p/x1/q,n=2}",
        "a:{+x}|a:?b#c|{x=?b#c}",
        "a:b{#f}|a:b#x/y|{f=x/y}",
        "a:b{#f}|a:b|{}",
        // Level 3.
        "a:{x,y}|a:1,2|{x=1,y=2}",
        "a:{x,y}|a:1|{x=1}",
        "a:{x,y}|a:1,2,3|",
        "a:{+x,y}|a:1/2,3|{x=1/2,y=3}",
        "a:b{.ext}|a:b.gz|{ext=gz}",
        "a:b{.ext}|a:b|{}",
        "a:b{.x,y}|a:b.1.2|{x=1,y=2}",
        "a:{name}{.ext}|a:b.tar.gz|{name=b.tar,ext=gz}",
        "a:{name}{.ext}|a:b|{name=b}",
        "a:b{/x}|a:b/1|{x=1}",
        "a:b{/x}|a:b|{}",
        "a:b{/x}|a:b/1/2|",
        "a:b{/x,y}|a:b/1/2|{x=1,y=2}",
        "a:b{/x,y}/c|a:b/1/c|{x=1}",
        "a:b{/x,y}|a:b/1/2/3|",
        "a:b{;x,y}|a:b;x=1;y=2|{x=1,y=2}",
        "a:b{;x,y}|a:b;y|{y=}",
        "a:b{;x,y}|a:b;z=1|",
        "a:b{?q}|a:b?q=1|{q=1}",
        "a:b{?q}|a:b|{}",
        "a:b{?q}|a:b?|{}",
        "a:b{?q,lang}|a:b?lang=en&q=x%26y|{lang=en,q=x&y}",
        "a:b{?q}|a:b?other=1|",
        "a:b{?q}|a:b?q=1&q=2|",
        "a:b{?q}|a:b?q=../x|{q=../x}",
        "a:b?fixed=1{&x}|a:b?fixed=1&x=2|{x=2}",
        "file:///{+path}{?rev}|file:///a/b?rev=7|{path=a/b,rev=7}",
        "file:///{+path}{?rev}|file:///a/b|{path=a/b}",
        "a:{x}{?q}{#f}|a:1?q=2#3|{x=1,q=2,f=3}",
      })
  void match_readsVariables(String template, String uri, @Nullable String expected) {
    Map<String, String> values = UriTemplate.of(template).match(uri);

    assertThat(values == null ? null : values.toString().replace(", ", ",")).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///docs/..",
        "file:///docs/.",
        "file:///docs/%2e%2e",
        "file:///docs/%2E",
        "file:///docs/a%2Fb",
        "file:///docs/..%2Fa",
        "file:///docs/a%5Cb",
        "file:///docs/a\\b",
        "file:///docs/a%00",
        "file:///docs/a%0A",
        "file:///docs/%",
        "file:///docs/%4",
        "file:///docs/%zz",
        "file:///docs/%C3",
        "file:///docs/%C0%AE"
      })
  void simpleVariable_neverLeavesItsSegment(String uri) {
    assertThat(UriTemplate.of("file:///docs/{name}").match(uri)).isNull();
    assertThat(UriTemplate.of("file:///docs{/name}").match(uri)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///docs/../a",
        "file:///docs/a/../../b",
        "file:///docs/a/..",
        "file:///docs/a%2F..%2Fb",
        "file:///docs/./a",
        "file:///docs/a/%2e%2e/b",
        "file:///docs/a\\..\\b"
      })
  void reservedVariable_hasNoDotSegments(String uri) {
    assertThat(UriTemplate.of("file:///docs/{+path}").match(uri)).isNull();
  }

  @Test
  void variables_areInOrder() {
    assertThat(UriTemplate.of("a:{z}{?b,a}").variables()).containsExactly("z", "b", "a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a:b|at least one {variable}",
        "a:{x|'}' after '{'",
        "a:x}{y}|no '}' without '{'",
        "a:{}|names of letters",
        "a:{x,}|names of letters",
        "a:{x y}|names of letters",
        "a:{=x}|names of letters",
        "a:{{x}}|names of letters",
        "a:{x}/{x}|variable 'x' once",
        "a:{x*}|levels 1 to 3",
        "a:{x:3}|levels 1 to 3",
        "a: {x}|no blanks",
      })
  void template_thatIsNone_isRefused(String template, String expected) {
    assertThatThrownBy(() -> UriTemplate.of(template))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void template_atTheLimit_passes_oneBeyondIsRefused() {
    assertThat(UriTemplate.of("{x}" + "a".repeat(1021)).variables()).hasSize(1);
    assertThatThrownBy(() -> UriTemplate.of("{x}" + "a".repeat(1022)))
        .hasMessageContaining("1025 characters (expected: 1 to 1024)");
    assertThatThrownBy(() -> UriTemplate.of("")).hasMessageContaining("0 characters");
  }

  @Test
  void uri_atTheLimit_matches_oneBeyondDoesNot() {
    UriTemplate template = UriTemplate.of("a:{x}");

    assertThat(template.match("a:" + "x".repeat(8190))).isNotNull();
    assertThat(template.match("a:" + "x".repeat(8191))).isNull();
  }

  /** Would take for ever if any way were tried twice. */
  @Test
  void manyVariables_onALongUri_areDecidedInOnePassEach() {
    StringBuilder text = new StringBuilder("a:");
    for (int i = 0; i < 100; i++) {
      text.append("{+x").append(i).append("}a");
    }
    UriTemplate template = UriTemplate.of(text.append("b").toString());

    assertThat(template.match("a:" + "a".repeat(8190))).isNull();
    assertThat(template.match("a:" + "a".repeat(8189) + "b")).hasSize(100);
  }

  @Test
  void templates_areEqualByTheirText() {
    assertThat(UriTemplate.of("a:{x}"))
        .isEqualTo(UriTemplate.of("a:{x}"))
        .hasSameHashCodeAs(UriTemplate.of("a:{x}"))
        .isNotEqualTo(UriTemplate.of("a:{y}"))
        .hasToString("a:{x}");
  }
}
