/** Every setting, as nested immutable records with default, unit and bound. */
@CheckReturnValue
@NullMarked
package io.breakwater.options;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
