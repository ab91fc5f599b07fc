/** The scanner that bounds depth, size and tokens while bytes arrive, the values it builds, and the writer. */
@CheckReturnValue
@NullMarked
package io.breakwater.json;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
