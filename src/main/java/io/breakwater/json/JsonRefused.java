package io.breakwater.json;

import io.breakwater.json.JsonLimits.Setting;

/**
 * Why a JSON text was not read. Expected, so it has no stack trace. The message names the limit and its setting, or the
 * place (a byte, counted from 1), and repeats nothing of what the peer wrote.
 *
 * <p>Immutable.
 */
public final class JsonRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What was wrong. */
  public enum Kind {
    /** More bytes than {@link JsonLimits#bytesMax()}. */
    TOO_LARGE,
    /** More open containers than {@link JsonLimits#depthMax()}. */
    TOO_DEEP,
    /** More tokens than {@link JsonLimits#tokensMax()}. */
    TOO_MANY_TOKENS,
    /** A member name over {@link JsonLimits#nameBytesMax()}. */
    NAME_TOO_LONG,
    /** A number over {@link JsonLimits#numberCharsMax()} or {@link JsonLimits#exponentMax()}. */
    NUMBER_TOO_LONG,
    /** Two members of one object with the same name, however spelled. */
    DUPLICATE_MEMBER,
    /** A second value after the first. */
    SECOND_ROOT,
    /** Bytes that are not UTF-8. */
    NOT_UTF8,
    /** Not JSON, cut off, or a string that cannot be written as UTF-8 again. */
    MALFORMED,
    /** Nothing but blanks. */
    EMPTY
  }

  private final Kind kind;

  private JsonRefused(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** The message; never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  static JsonRefused tooLarge(String what, JsonLimits limits) {
    return over(
        Kind.TOO_LARGE,
        "Payload too large: " + what + " exceeds " + limits.bytesMax() + " bytes",
        Setting.BYTES);
  }

  static JsonRefused tooDeep(String what, JsonLimits limits) {
    return over(
        Kind.TOO_DEEP, what + " nesting exceeds " + limits.depthMax() + " levels", Setting.DEPTH);
  }

  static JsonRefused tooManyTokens(String what, JsonLimits limits) {
    return over(
        Kind.TOO_MANY_TOKENS, what + " exceeds " + limits.tokensMax() + " tokens", Setting.TOKENS);
  }

  static JsonRefused nameTooLong(String what, JsonLimits limits) {
    return over(
        Kind.NAME_TOO_LONG,
        what + " member name exceeds " + limits.nameBytesMax() + " bytes",
        Setting.NAME);
  }

  static JsonRefused numberTooLong(String what, JsonLimits limits) {
    return over(
        Kind.NUMBER_TOO_LONG,
        what + " number exceeds " + limits.numberCharsMax() + " characters",
        Setting.NUMBER);
  }

  static JsonRefused exponentTooLarge(String what, JsonLimits limits) {
    return over(
        Kind.NUMBER_TOO_LONG,
        what + " exponent of a number exceeds " + limits.exponentMax(),
        Setting.EXPONENT);
  }

  static JsonRefused empty(String what) {
    return new JsonRefused(Kind.EMPTY, what + " is empty");
  }

  static JsonRefused cutOff(String what) {
    return new JsonRefused(Kind.MALFORMED, what + " ends before its JSON value does");
  }

  static JsonRefused at(Kind kind, String what, long offset) {
    return new JsonRefused(kind, what + said(kind) + " (at byte " + offset + ")");
  }

  static JsonRefused loneSurrogate(String what, long offset) {
    return new JsonRefused(
        Kind.MALFORMED, what + " has an unpaired surrogate in a string (at byte " + offset + ")");
  }

  private static String said(Kind kind) {
    return switch (kind) {
      case DUPLICATE_MEMBER -> " has two members of one name in an object";
      case SECOND_ROOT -> " has more than one JSON value";
      case NOT_UTF8 -> " is not UTF-8";
      default -> " is not JSON";
    };
  }

  private static JsonRefused over(Kind kind, String message, Setting setting) {
    return new JsonRefused(kind, message + " (" + setting.path() + ")");
  }
}
