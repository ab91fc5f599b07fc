/** The door for one peer that speaks in lines: over standard input and output, or any other pair of streams. */
@CheckReturnValue
@NullMarked
package io.breakwater.stdio;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
