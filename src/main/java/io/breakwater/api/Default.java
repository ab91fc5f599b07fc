package io.breakwater.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The component may be left out and then has this value. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER
})
public @interface Default {
  /** JSON, such as {@code 10}, {@code true} or {@code ["a"]}; what is not JSON is taken for a text. */
  String value();
}
