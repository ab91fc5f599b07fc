package io.breakwater.provider;

import com.networknt.schema.SchemaException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What one check of a value against a schema may still spend: keywords looked at, problems found, characters that patterns
 * read, and for each match of a pattern some time.
 *
 * <p>Only the last is told by a clock, and only after many characters: a busy machine is no reason to refuse a short text.
 *
 * <p>Confined to the thread of its check.
 */
final class CheckBudget {
  /** A message has at most 200,000 tokens, each of them seen by a handful of keywords. */
  static final int KEYWORDS_MAX = 2_000_000;

  /** Branches of {@code anyOf} find problems that do not count in the end. */
  static final int PROBLEMS_MAX = 10_000;

  /** A message has at most 4 MiB, and a sound pattern reads each character a few times. */
  static final int READS_MAX = 50_000_000;

  private static final int READS_BETWEEN_LOOKS = 1024;

  /** The check costs too much. Has no stack trace. Of this type, since the validator logs any other. */
  static final class Exceeded extends SchemaException {
    private static final long serialVersionUID = 1L;

    Exceeded(String message) {
      super(message);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  private final LongSupplier nanos;
  private final long patternNanosMax;
  private long patternStartedNanos;
  private long readsLeft = READS_MAX;
  private long keywordsLeft = KEYWORDS_MAX;
  private long problemsLeft = PROBLEMS_MAX;

  /** @param patternMs for one match of one pattern */
  CheckBudget(long patternMs, LongSupplier nanos) {
    this.nanos = nanos;
    this.patternNanosMax = TimeUnit.MILLISECONDS.toNanos(patternMs);
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

  /** A pattern reads a character. */
  void patternReads() {
    if (--readsLeft < 0) {
      throw new Exceeded("its patterns read too much");
    }
    if (readsLeft % READS_BETWEEN_LOOKS == 0
        && nanos.getAsLong() - patternStartedNanos > patternNanosMax) {
      throw new Exceeded("a pattern takes too long (limits.regexMs)");
    }
  }
}
