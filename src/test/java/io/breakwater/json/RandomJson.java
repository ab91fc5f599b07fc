package io.breakwater.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Random documents, most of them JSON, many of them around the limits, some of them damaged. */
final class RandomJson {
  private static final String[] PIECES = {
    "a",
    "b",
    "id",
    "\\u0061",
    "\\n",
    "\\\"",
    "\\\\",
    "\u00e9",
    "\u20ac",
    "\uD83D\uDE00",
    "\\ud83d\\ude00",
    " ",
    "/",
    "\u2028",
    "0"
  };
  private static final String[] ODD_PIECES = {"\\ud800", "\\udc00", "\\x", "\\u00", "\n"};
  private static final String[] BLANKS = {"", "", "", " ", "\n", "\t ", "\r\n"};
  private static final byte[] ODD_BYTES = {
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    ' ',
    '0',
    '-',
    '.',
    'e',
    'u',
    't',
    '/',
    '#',
    0,
    '\n',
    (byte) 0x80,
    (byte) 0xbf,
    (byte) 0xc0,
    (byte) 0xc3,
    (byte) 0xe2,
    (byte) 0xed,
    (byte) 0xa0,
    (byte) 0xef,
    (byte) 0xbb,
    (byte) 0xf0,
    (byte) 0x9f,
    (byte) 0xf4,
    (byte) 0x90,
    (byte) 0xff
  };

  private final RandomGenerator random;
  private final JsonLimits limits;
  private final StringBuilder text = new StringBuilder();

  private RandomJson(RandomGenerator random, JsonLimits limits) {
    this.random = random;
    this.limits = limits;
  }

  static byte[] next(RandomGenerator random, JsonLimits limits) {
    RandomJson json = new RandomJson(random, limits);
    int open = random.nextInt(3) == 0 ? limits.depthMax() - random.nextInt(3) : 0;
    json.nested(open);
    if (random.nextInt(20) == 0) {
      json.value(1);
    }
    byte[] bytes = json.text.toString().getBytes(StandardCharsets.UTF_8);
    int damages = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0;
    for (int damage = 0; damage < damages; damage++) {
      bytes = json.damaged(bytes);
    }
    return bytes;
  }

  /** A value inside so many containers. */
  private void nested(int levels) {
    boolean object = random.nextBoolean();
    blank();
    if (levels <= 0) {
      value(2);
    } else if (object) {
      text.append('{');
      name();
      nested(levels - 1);
      text.append('}');
    } else {
      text.append('[');
      nested(levels - 1);
      text.append(']');
    }
    blank();
  }

  private void value(int levels) {
    blank();
    switch (random.nextInt(levels > 0 ? 9 : 6)) {
      case 0 -> text.append(random.nextBoolean());
      case 1 -> text.append("null");
      case 2, 3 -> number();
      case 4, 5 -> string(random.nextInt(8));
      case 6, 7 -> object(levels);
      default -> array(levels);
    }
    blank();
  }

  private void object(int levels) {
    text.append('{');
    int members = random.nextInt(5);
    for (int member = 0; member < members; member++) {
      text.append(member == 0 ? "" : ",");
      name();
      value(levels - 1);
    }
    text.append('}');
  }

  private void array(int levels) {
    text.append('[');
    int elements = random.nextInt(5);
    for (int element = 0; element < elements; element++) {
      text.append(element == 0 ? "" : ",");
      value(levels - 1);
    }
    text.append(']');
  }

  private void name() {
    blank();
    if (random.nextInt(6) == 0) {
      text.append('"')
          .append("n".repeat(Math.max(0, around(limits.nameBytesMax()))))
          .append('"');
    } else {
      string(1 + random.nextInt(4));
    }
    blank();
    text.append(':');
  }

  private void string(int pieces) {
    text.append('"');
    for (int piece = 0; piece < pieces; piece++) {
      String[] from = random.nextInt(60) == 0 ? ODD_PIECES : PIECES;
      text.append(from[random.nextInt(from.length)]);
    }
    text.append('"');
  }

  private void number() {
    int start = text.length();
    text.append(random.nextBoolean() ? "-" : "")
        .append(random.nextBoolean() ? "0" : digits(1 + random.nextInt(11)));
    if (random.nextBoolean()) {
      text.append('.').append(digits(1 + random.nextInt(4)));
    }
    if (random.nextInt(3) == 0) {
      text.append(random.nextBoolean() ? "e" : "E-").append(around(limits.exponentMax()));
    }
    if (random.nextInt(8) == 0) {
      int missing = Math.max(0, around(limits.numberCharsMax()) - (text.length() - start));
      text.append(digits(missing));
    }
  }

  private String digits(int count) {
    StringBuilder digits = new StringBuilder();
    for (int digit = 0; digit < count; digit++) {
      digits.append((char) (digit == 0 ? '1' + random.nextInt(9) : '0' + random.nextInt(10)));
    }
    return digits.toString();
  }

  private int around(int limit) {
    return limit - 2 + random.nextInt(5);
  }

  private void blank() {
    text.append(BLANKS[random.nextInt(BLANKS.length)]);
  }

  private byte[] damaged(byte[] bytes) {
    int at = place(bytes);
    int to = Math.min(bytes.length, at + 1 + random.nextInt(4));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, at);
    byte odd = ODD_BYTES[random.nextInt(random.nextBoolean() ? 7 : ODD_BYTES.length)];
    switch (random.nextInt(5)) {
      case 0 -> out.write(odd);
      case 1 -> at = to;
      case 2 -> {
        out.write(odd);
        at = Math.min(bytes.length, at + 1);
      }
      case 3 -> out.writeBytes(Arrays.copyOfRange(bytes, at, to));
      default -> at = random.nextInt(4) == 0 ? bytes.length : at;
    }
    out.write(bytes, at, bytes.length - at);
    return out.toByteArray();
  }

  /** Anywhere, but more often before or behind what gives the text its structure. */
  private int place(byte[] bytes) {
    int at = random.nextInt(bytes.length + 1);
    if (random.nextInt(3) > 0) {
      while (at < bytes.length && "{}[],:\"".indexOf(bytes[at]) < 0) {
        at++;
      }
      at = Math.min(bytes.length, at + random.nextInt(2));
    }
    return at;
  }
}
