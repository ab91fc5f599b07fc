/** One listener that is told what happens, with empty hooks; metrics, traces and audit are listeners. */
@CheckReturnValue
@NullMarked
package io.breakwater.observe;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
