package io.breakwater.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SealTest {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private final ManualClock clock = new ManualClock();
  private final byte[] key = Seal.randomKey();
  private final Seal seal = new Seal(key, clock);

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "ab", "abc", "abcd", "what comes back is what was given 日本"})
  void sealed_opens(String content) {
    assertThat(open(sealed(content))).isEqualTo(content);
  }

  @Test
  void sealed_isNotReadable_andNeverTheSame() {
    assertThat(sealed("secret")).isNotEqualTo(sealed("secret")).matches("[A-Za-z0-9_-]+");
    assertThat(new String(
            Base64.getUrlDecoder().decode(sealed("secret")), StandardCharsets.ISO_8859_1))
        .doesNotContain("secret");
  }

  @Test
  void sealed_byAnotherWithTheSameKey_opens() {
    assertThat(new Seal(key, clock).open("purpose", "anna", sealed("x"), 10)).isNotNull();
    assertThat(new Seal(Seal.randomKey(), clock).open("purpose", "anna", sealed("x"), 10))
        .isNull();
  }

  /** Every length modulo three: the last character then carries bits that mean nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "ab", "abc"})
  void anyOtherCharacter_anywhere_doesNotOpen(String content) {
    String sealed = sealed(content);
    for (int i = 0; i < sealed.length(); i++) {
      for (char c : ALPHABET.toCharArray()) {
        if (c != sealed.charAt(i)) {
          String changed = sealed.substring(0, i) + c + sealed.substring(i + 1);
          assertThat(open(changed)).as("%s at %d", c, i).isNull();
        }
      }
    }
  }

  @Test
  void shortenedOrLengthened_doesNotOpen() {
    String sealed = sealed("ab");
    for (int i = 0; i < sealed.length(); i++) {
      assertThat(open(sealed.substring(0, i))).isNull();
      assertThat(open(sealed.substring(i + 1))).isNull();
    }
    for (String more : new String[] {"-TAMPERED", "A", "AA", "AAAA", "=", "==", "\n", " ", "."}) {
      assertThat(open(sealed + more)).as(more).isNull();
      assertThat(open(more + sealed)).as(more).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "=",
        "x",
        "eyJhZG1pbiI6dHJ1ZX0.AAAA",
        "../../x",
        "5f0c3a52-0000-4000-8000-0000",
        "日本"
      })
  void anythingElse_doesNotOpen(String text) {
    assertThat(open(text)).isNull();
  }

  @Test
  void otherPurpose_doesNotOpen() {
    assertThat(seal.open("purpos", "anna", sealed("x"), 10)).isNull();
    assertThat(seal.open("purpose2", "anna", sealed("x"), 10)).isNull();
  }

  @Test
  void otherPrincipal_doesNotOpen() {
    String ofAnna = sealed("x");
    String ofNobody = seal.seal("purpose", null, new byte[1]);
    String ofEmpty = seal.seal("purpose", "", new byte[1]);

    assertThat(seal.open("purpose", "bob", ofAnna, 10)).isNull();
    assertThat(seal.open("purpose", null, ofAnna, 10)).isNull();
    assertThat(seal.open("purpose", "", ofNobody, 10)).isNull();
    assertThat(seal.open("purpose", null, ofEmpty, 10)).isNull();
    assertThat(seal.open("purpose", null, ofNobody, 10)).isNotNull();
  }

  @Test
  void purposeAndPrincipal_areNotOneText() {
    String sealed = seal.seal("a", "b", new byte[1]);

    assertThat(seal.open("a\0pb", null, sealed, 10)).isNull();
    assertThat(seal.open("a\0p", "b", sealed, 10)).isNull();
  }

  @Test
  void place_opensWhatWasSealedThere_andNothingElse() {
    Seal here = seal.within("here");
    String ofHere = here.seal("purpose", "anna", new byte[1]);

    assertThat(here.open("purpose", "anna", ofHere, 10)).isNotNull();
    assertThat(new Seal(key, clock).within("here").open("purpose", "anna", ofHere, 10))
        .isNotNull();
    assertThat(seal.open("purpose", "anna", ofHere, 10)).isNull();
    assertThat(seal.within("there").open("purpose", "anna", ofHere, 10)).isNull();
    assertThat(seal.within("").open("purpose", "anna", ofHere, 10)).isNull();
    assertThat(here.open("purpose", "anna", sealed("x"), 10)).isNull();
    assertThat(here.within("here").open("purpose", "anna", ofHere, 10)).isNull();
    assertThat(here.open("purpose", "bob", ofHere, 10)).isNull();
  }

  @Test
  void placeAndPurpose_areNotOneText() {
    String sealed = seal.within("a").seal("bc", null, new byte[1]);

    assertThat(seal.within("ab").open("c", null, sealed, 10)).isNull();
    assertThat(seal.within("").open("abc", null, sealed, 10)).isNull();
    assertThat(seal.within("a:").open("bc", null, sealed, 10)).isNull();
    assertThat(seal.within("a").within("").open("bc", null, sealed, 10)).isNull();
    assertThat(seal.open("abc", null, sealed, 10)).isNull();
    String nested = seal.within("a").within("b").seal("c", null, new byte[1]);
    assertThat(seal.within("a\0" + "1:b").open("c", null, nested, 10)).isNull();
    assertThat(seal.within("b").within("a").open("c", null, nested, 10)).isNull();
  }

  @Test
  void age_atTheLimit_opens_andOneMore_doesNot() {
    String sealed = sealed("x");

    clock.advance(10);
    assertThat(open(sealed)).isEqualTo("x");
    clock.advance(1);
    assertThat(open(sealed)).isNull();
    assertThat(seal.open("purpose", "anna", sealed, Long.MAX_VALUE)).isNotNull();
  }

  @Test
  void keyOfAnotherLength_isRefused() {
    assertThatThrownBy(() -> new Seal(new byte[16], clock))
        .hasMessage("seal key: 16 bytes (expected: 32)");
  }

  private String sealed(String content) {
    return seal.seal("purpose", "anna", content.getBytes(StandardCharsets.UTF_8));
  }

  private @Nullable String open(String text) {
    byte[] content = seal.open("purpose", "anna", text, 10);
    return content == null ? null : new String(content, StandardCharsets.UTF_8);
  }
}
