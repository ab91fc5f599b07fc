package io.breakwater.api;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a URI template: text, or an expression in braces.
 *
 * <p>Immutable.
 */
sealed interface UriTemplatePart {

  /** The variables of this part. */
  List<String> names();

  /** Whether a URI can start with this part, judged cheaply. */
  boolean mayStart(String uri);

  /** The positions at which this part can start such that it ends at one of {@code after}. */
  BitSet ways(String uri, BitSet after);

  /** Where this part ends when it starts at {@code at}, from where there is a way. */
  int end(String uri, int at, BitSet after, @Nullable UriTemplatePart next);

  /** Whether an optional part begins here. */
  boolean opens(String uri, int at);

  /** Adds the variables of this part as they stand in its piece of the URI; false when they are not legal. */
  boolean read(String piece, Map<String, String> values);

  /** Stands for itself. */
  record Literal(String text) implements UriTemplatePart {
    @Override
    public List<String> names() {
      return List.of();
    }

    @Override
    public boolean mayStart(String uri) {
      return uri.startsWith(text);
    }

    @Override
    public BitSet ways(String uri, BitSet after) {
      BitSet ways = new BitSet();
      int end = after.nextSetBit(0);
      for (; end >= 0; end = after.nextSetBit(end + 1)) {
        int start = end - text.length();
        if (start >= 0 && uri.startsWith(text, start)) {
          ways.set(start);
        }
      }
      return ways;
    }

    @Override
    public int end(String uri, int at, BitSet after, @Nullable UriTemplatePart next) {
      return at + text.length();
    }

    @Override
    public boolean opens(String uri, int at) {
      return false;
    }

    @Override
    public boolean read(String piece, Map<String, String> values) {
      return true;
    }
  }

  /** How an expression writes its variables. */
  enum Operator {
    SIMPLE("", "/?#", ","),
    RESERVED("+", "", ","),
    FRAGMENT("#", "", ","),
    LABEL(".", "/?#", "."),
    PATH("/", "?#", "/"),
    PARAMETER(";", "/?#", ";"),
    QUERY("?", "#", "&"),
    CONTINUATION("&", "#", "&");

    private final String sign;
    private final String refused;
    private final String separator;

    Operator(String sign, String refused, String separator) {
      this.sign = sign;
      this.refused = refused;
      this.separator = separator;
    }

    /** With a prefix in the URI, the whole expression may be absent. */
    boolean prefixed() {
      return this != SIMPLE && this != RESERVED;
    }

    boolean named() {
      return this == PARAMETER || this == QUERY || this == CONTINUATION;
    }

    /** Whether values end up in a path, where dot segments mean something. */
    boolean ofPath() {
      return this != FRAGMENT && this != QUERY && this != CONTINUATION;
    }

    static Operator of(char sign) {
      return Arrays.stream(values())
          .filter(operator -> operator.sign.equals(String.valueOf(sign)))
          .findFirst()
          .orElse(SIMPLE);
    }
  }

  /** One or more variables. */
  record Expression(Operator operator, List<String> names) implements UriTemplatePart {
    private static final Pattern NAME = Pattern.compile(
        "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?:\\.(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+)*");

    public Expression {
      names = List.copyOf(names);
    }

    static Expression parse(String text, int open, int close) {
      String inside = text.substring(open + 1, close);
      Operator operator = inside.isEmpty() ? Operator.SIMPLE : Operator.of(inside.charAt(0));
      List<String> names = List.of(inside.substring(operator.sign.length()).split(",", -1));
      for (String name : names) {
        if (name.endsWith("*") || name.matches("[^:]+:[0-9]+")) {
          throw UriTemplate.illegal(text, "levels 1 to 3, without '*' and ':' in {" + inside + "}");
        }
        if (!NAME.matcher(name).matches()) {
          throw UriTemplate.illegal(text, "names of letters, digits, _ and . in {" + inside + "}");
        }
      }
      return new Expression(operator, names);
    }

    @Override
    public boolean mayStart(String uri) {
      return true;
    }

    private boolean allows(char c) {
      boolean oneSegment = operator == Operator.PATH && names.size() == 1;
      return operator.refused.indexOf(c) < 0 && !(oneSegment && c == '/');
    }

    @Override
    public boolean opens(String uri, int at) {
      return operator.prefixed() && uri.startsWith(operator.sign, at) && at < uri.length();
    }

    @Override
    public BitSet ways(String uri, BitSet after) {
      BitSet ways = new BitSet(uri.length() + 1);
      if (operator.prefixed()) {
        ways.or(after);
      }
      // Whether the characters from here on may be values up to a position of `after`: at least one
      // of them, or any number.
      boolean some = false;
      for (int at = uri.length() - 1; at >= 0; at--) {
        boolean any = some || after.get(at + 1);
        if (operator.prefixed() ? opens(uri, at) && any : allows(uri.charAt(at)) && any) {
          ways.set(at);
        }
        some = allows(uri.charAt(at)) && any;
      }
      return ways;
    }

    @Override
    public int end(String uri, int at, BitSet after, @Nullable UriTemplatePart next) {
      if (operator.prefixed() && !opens(uri, at)) {
        return at;
      }
      int longest = at;
      int beforeNext = at;
      for (int end = at + 1; end <= uri.length(); end++) {
        boolean prefix = operator.prefixed() && end == at + 1;
        if (!prefix && !allows(uri.charAt(end - 1))) {
          break;
        }
        if (after.get(end)) {
          longest = end;
          beforeNext = next != null && next.opens(uri, end) ? end : beforeNext;
        }
      }
      return beforeNext > at ? beforeNext : longest;
    }

    @Override
    public boolean read(String piece, Map<String, String> values) {
      if (operator.prefixed() && piece.isEmpty()) {
        return true;
      }
      String inside = operator.prefixed() ? piece.substring(1) : piece;
      return operator.named() ? readNamed(inside, values) : readListed(inside, values);
    }

    private boolean readListed(String inside, Map<String, String> values) {
      if (names.size() == 1) {
        return put(names.get(0), inside, values);
      }
      String[] pieces = inside.split(Pattern.quote(operator.separator), -1);
      if (pieces.length > names.size()) {
        return false;
      }
      for (int i = 0; i < pieces.length; i++) {
        if (!put(names.get(i), pieces[i], values)) {
          return false;
        }
      }
      return true;
    }

    private boolean readNamed(String inside, Map<String, String> values) {
      if (inside.isEmpty()) {
        return true;
      }
      for (String member : inside.split(Pattern.quote(operator.separator), -1)) {
        int equals = member.indexOf('=');
        String name = equals < 0 ? member : member.substring(0, equals);
        String value = equals < 0 ? "" : member.substring(equals + 1);
        if (!names.contains(name) || values.containsKey(name) || !put(name, value, values)) {
          return false;
        }
      }
      return true;
    }

    private boolean put(String name, String raw, Map<String, String> values) {
      String value = PercentEncoding.decode(raw);
      if (value == null || value.chars().anyMatch(Character::isISOControl)) {
        return false;
      }
      if (operator.ofPath() && !safe(value)) {
        return false;
      }
      values.put(name, value);
      return true;
    }

    private boolean safe(String value) {
      if (value.indexOf('\\') >= 0 || (operator != Operator.RESERVED && value.indexOf('/') >= 0)) {
        return false;
      }
      return Arrays.stream(value.split("/", -1))
          .noneMatch(segment -> segment.equals(".") || segment.equals(".."));
    }
  }
}
