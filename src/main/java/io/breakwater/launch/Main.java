package io.breakwater.launch;

/** Entry point of the runnable jar. */
public final class Main {
  private Main() {}

  /**
   * Prints the name of the program.
   *
   * @param args ignored
   */
  public static void main(String[] args) {
    System.out.println("breakwater");
  }
}
