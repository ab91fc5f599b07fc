package io.breakwater.launch;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of a name and what it is, aligned, in lines that fit a terminal.
 *
 * <p>Confined to one thread.
 */
final class Table {
  /** A width for rows that are printed whole. */
  static final int UNCUT = Integer.MAX_VALUE;

  private static final int INDENT = 2;
  private static final int GAP = 2;
  private static final int NAME_CHARS_MAX = 60;
  private static final int ABOUT_CHARS_MIN = 20;

  private record Row(String name, String about) {}

  private final String title;
  private final int widthChars;
  private final List<Row> rows = new ArrayList<>();

  /** @param widthChars of a line, or {@link #UNCUT} */
  Table(String title, int widthChars) {
    this.title = title;
    this.widthChars = widthChars;
  }

  /** Adds a row; of the name the first line counts, and of the rest too, unless rows are printed whole. */
  void add(String name, String about) {
    rows.add(new Row(TerminalText.line(name, 1_000), about));
  }

  void print(PrintStream out) {
    out.println(title + " (" + rows.size() + ")");
    int column = rows.stream()
        .mapToInt(row -> chars(row.name()))
        .filter(chars -> chars <= NAME_CHARS_MAX)
        .max()
        .orElse(0);
    rows.forEach(row -> out.println(line(row, column)));
    out.println();
  }

  private String line(Row row, int column) {
    int pad = Math.max(0, column - chars(row.name()));
    String start = " ".repeat(INDENT) + row.name() + " ".repeat(pad + GAP);
    int left = Math.max(ABOUT_CHARS_MIN, widthChars - chars(start));
    return (start + TerminalText.line(about(row), left)).stripTrailing();
  }

  private String about(Row row) {
    return widthChars == UNCUT ? row.about().replaceAll("\\s+", " ") : row.about();
  }

  private static int chars(String text) {
    return text.codePointCount(0, text.length());
  }
}
