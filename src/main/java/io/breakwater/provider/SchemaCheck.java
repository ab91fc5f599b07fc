package io.breakwater.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Checks JSON values against one schema, within a budget.
 *
 * <p>Thread-safe.
 */
public final class SchemaCheck {
  private static final int PROBLEMS_SHOWN = 5;
  private static final int PROBLEM_CHARS_MAX = 400;

  private final Schema schema;
  private final BoundedPatterns patterns;
  private final SchemaLimits limits;

  SchemaCheck(Schema schema, BoundedPatterns patterns, SchemaLimits limits) {
    this.schema = schema;
    this.patterns = patterns;
    this.limits = limits;
  }

  /**
   * What is wrong with the value: the first few problems, each with the JSON pointer of where it is; empty when nothing
   * is. A value that cannot be checked within the budget has a problem too.
   */
  public List<String> problems(JsonNode value) {
    return problems(value, new CheckBudget(limits.patternMs(), System::nanoTime));
  }

  List<String> problems(JsonNode value, CheckBudget budget) {
    List<Error> errors;
    try {
      errors = errors(value, budget);
    } catch (CheckBudget.Exceeded e) {
      return List.of("cannot be checked: " + e.getMessage());
    } catch (StackOverflowError e) {
      return List.of("cannot be checked: nested too deeply");
    } catch (SchemaException e) {
      // A reference that is resolved only when a value comes by it.
      return List.of("cannot be checked: " + clip(String.valueOf(e.getMessage())));
    }
    Stream<String> first = errors.stream().limit(PROBLEMS_SHOWN).map(SchemaCheck::problem);
    return errors.size() <= PROBLEMS_SHOWN
        ? first.toList()
        : Stream.concat(first, Stream.of((errors.size() - PROBLEMS_SHOWN) + " more"))
            .toList();
  }

  /** Whether something is wrong with a member of an object, whatever else is. */
  boolean refuses(ObjectNode value, String member) {
    CheckBudget budget = new CheckBudget(limits.patternMs(), System::nanoTime);
    return errors(value, budget).stream()
        .anyMatch(error -> error.getInstanceLocation().getNameCount() > 0
            && error.getInstanceLocation().getName(0).equals(member));
  }

  private List<Error> errors(JsonNode value, CheckBudget budget) {
    Context context = new Context(budget);
    patterns.run(budget, () -> schema.validate(context, value));
    return context.getErrors();
  }

  private static String problem(Error error) {
    String pointer = error.getInstanceLocation().toString();
    String text = pointer.isEmpty() ? error.getMessage() : pointer + ": " + error.getMessage();
    return clip(text);
  }

  /** Long enough for the values of an enumeration, short enough for a name that the peer made up. */
  private static String clip(String text) {
    return text.length() <= PROBLEM_CHARS_MAX ? text : text.substring(0, PROBLEM_CHARS_MAX) + "…";
  }

  /** Spends the budget where the validator comes by anyway. */
  private static final class Context extends ExecutionContext {
    private final CheckBudget budget;

    Context(CheckBudget budget) {
      super(ExecutionConfig.builder().locale(Locale.ROOT).build());
      this.budget = budget;
    }

    @Override
    public void evaluationPathAddLast(String token) {
      budget.keyword();
      super.evaluationPathAddLast(token);
    }

    @Override
    public void evaluationPathAddLast(int token) {
      budget.keyword();
      super.evaluationPathAddLast(token);
    }

    @Override
    public void addError(Error error) {
      budget.problem();
      super.addError(error);
    }
  }
}
