package io.breakwater.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What there is to know about one setting besides its name and type. The file's keys, the environment variables, the
 * printed configuration and the reference in {@code conf/} all come from here.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Setting {
  /** What it does, in one sentence without a full stop. */
  String about();

  /** The default, written as in an environment variable; nothing is null for a text and empty for a list. */
  String fallback() default "";

  /** Smallest number. */
  long min() default 0;

  /** Largest number; for texts the most characters, for lists the most members. */
  long max() default 1000;

  /** What a text, or every member of a list, must match as a whole. */
  String pattern() default "";

  /** The pattern in words, after "expected:". */
  String expected() default "";

  /** Path of a setting of the same section that this one cannot exceed. */
  String atMost() default "";

  /** Path of a setting of the same section of which this one is at most the half. */
  String atMostHalfOf() default "";

  /** Whether the value is never printed. */
  boolean secret() default false;
}
