package io.breakwater.provider;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the patterns of schemas such that matching them spends the budget of the check that runs on the thread.
 *
 * <p>Thread-safe.
 */
final class BoundedPatterns implements RegularExpressionFactory {
  /** Java counts up to a bound of a repetition even when nothing is read, where no budget is asked. */
  private static final Pattern HUGE_REPETITION = Pattern.compile("\\{(?:\\d{6,}|\\d*,\\d{6,})");

  @SuppressWarnings(
      "ThreadLocalUsage") // few of these objects, and the value is removed after each check
  private final ThreadLocal<@Nullable CheckBudget> budget = new ThreadLocal<>();

  /** Runs a check under a budget. */
  void run(CheckBudget limit, Runnable check) {
    budget.set(limit);
    try {
      check.run();
    } finally {
      budget.remove();
    }
  }

  /**
   * ECMA-262 as far as Java's own patterns go: {@code $} is the end of the text, and long names of Unicode properties are
   * known.
   *
   * @throws PatternSyntaxException when it is no pattern or repeats something 100,000 times or more
   */
  static Pattern compile(String regex) {
    if (HUGE_REPETITION.matcher(regex).find()) {
      throw new PatternSyntaxException("repetition of 100,000 or more", regex, -1);
    }
    return Pattern.compile(RegularExpressions.replaceLongformCharacterProperties(
        RegularExpressions.replaceDollarAnchors(regex)));
  }

  @Override
  public RegularExpression getRegularExpression(String regex) {
    Pattern pattern = compile(regex);
    return value -> {
      CheckBudget limit = budget.get();
      if (limit == null) {
        return pattern.matcher(value).find();
      }
      limit.patternStarts();
      return pattern.matcher(new Text(value, limit)).find();
    };
  }

  /** Text whose every reading is counted. */
  private record Text(CharSequence text, CheckBudget budget) implements CharSequence {
    @Override
    public char charAt(int index) {
      budget.patternReads();
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Text(text.subSequence(start, end), budget);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
