package io.breakwater.provider;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What one check of a value against a schema may still spend: keywords looked at, problems found, and time in patterns.
 *
 * <p>Confined to the thread of its check.
 */
final class CheckBudget {
  /** A message has at most 200,000 tokens, each of them seen by a handful of keywords. */
  static final int KEYWORDS_MAX = 2_000_000;

  /** Branches of {@code anyOf} find problems that do not count in the end. */
  static final int PROBLEMS_MAX = 10_000;

  private static final int READS_BETWEEN_LOOKS = 1024;

  /** The check costs too much. Has no stack trace. */
  static final class Exceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Exceeded(String message) {
      super(message, null, false, false);
    }
  }

  private final LongSupplier nanos;
  private long patternNanosLeft;
  private long patternStartedNanos;
  private int reads;
  private long keywordsLeft = KEYWORDS_MAX;
  private long problemsLeft = PROBLEMS_MAX;

  CheckBudget(long patternMs, LongSupplier nanos) {
    this.nanos = nanos;
    this.patternNanosLeft = TimeUnit.MILLISECONDS.toNanos(patternMs);
  }

  /** The budget for judging a schema, which costs the more the more subschemas it has: that number has a bound itself. */
  static CheckBudget ofSchema(long patternMs, int subschemasMax) {
    CheckBudget budget = new CheckBudget(patternMs, System::nanoTime);
    budget.keywordsLeft *= 1L + subschemasMax / 1000;
    budget.problemsLeft *= 1L + subschemasMax / 1000;
    return budget;
  }

  void keyword() {
    if (--keywordsLeft < 0) {
      throw new Exceeded("too much to check");
    }
  }

  void problem() {
    if (--problemsLeft < 0) {
      throw new Exceeded("too many problems");
    }
  }

  void patternStarts() {
    patternStartedNanos = nanos.getAsLong();
  }

  /** A pattern reads a character: looks at the clock now and then. */
  void patternReads() {
    if (++reads % READS_BETWEEN_LOOKS == 0) {
      requireTime();
    }
  }

  void patternEnds() {
    requireTime();
    patternNanosLeft -= nanos.getAsLong() - patternStartedNanos;
  }

  private void requireTime() {
    if (nanos.getAsLong() - patternStartedNanos > patternNanosLeft) {
      throw new Exceeded("its patterns take too long (limits.regexMs)");
    }
  }
}
