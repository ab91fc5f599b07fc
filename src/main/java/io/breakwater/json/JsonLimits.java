package io.breakwater.json;

/**
 * How much one JSON text may ask for. Every limit is inclusive: the value itself passes, one more is refused.
 *
 * <p>Immutable.
 *
 * @param bytesMax bytes of the text, blanks around the value included
 * @param depthMax open containers, the root included, objects and arrays alike
 * @param tokensMax names, scalars and brackets, opening and closing ones each; this is what bounds the heap of the tree
 * @param nameBytesMax bytes of a member name in UTF-8, escapes resolved
 * @param numberCharsMax characters of a number as written, sign, point and exponent included
 * @param exponentMax absolute value of the exponent of a number as written
 */
public record JsonLimits(
    int bytesMax,
    int depthMax,
    int tokensMax,
    int nameBytesMax,
    int numberCharsMax,
    int exponentMax) {

  /** The setting behind each limit, as messages name it. */
  enum Setting {
    BYTES("limits.bodyBytesMax"),
    DEPTH("limits.depthMax"),
    TOKENS("limits.tokensMax"),
    NAME("limits.nameBytesMax"),
    NUMBER("limits.numberCharsMax"),
    EXPONENT("limits.exponentMax");

    private final String path;

    Setting(String path) {
      this.path = path;
    }

    String path() {
      return path;
    }
  }

  public JsonLimits {
    positive(Setting.BYTES, bytesMax);
    positive(Setting.DEPTH, depthMax);
    positive(Setting.TOKENS, tokensMax);
    positive(Setting.NAME, nameBytesMax);
    positive(Setting.NUMBER, numberCharsMax);
    positive(Setting.EXPONENT, exponentMax);
  }

  /** 4 MiB, 64 levels, 200,000 tokens, names of 1,024 bytes, numbers of 128 characters with exponents within ±400. */
  public static JsonLimits defaults() {
    return new JsonLimits(4_194_304, 64, 200_000, 1_024, 128, 400);
  }

  public JsonLimits bytesMax(int bytes) {
    return new JsonLimits(bytes, depthMax, tokensMax, nameBytesMax, numberCharsMax, exponentMax);
  }

  public JsonLimits depthMax(int depth) {
    return new JsonLimits(bytesMax, depth, tokensMax, nameBytesMax, numberCharsMax, exponentMax);
  }

  public JsonLimits tokensMax(int tokens) {
    return new JsonLimits(bytesMax, depthMax, tokens, nameBytesMax, numberCharsMax, exponentMax);
  }

  private static void positive(Setting setting, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(setting.path() + ": " + value + " (expected: > 0)");
    }
  }
}
