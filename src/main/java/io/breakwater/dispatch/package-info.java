/**
 * Finds the handler of a method and keeps the calls in flight: their deadline, their cancellation, their failure.
 * Knows no feature; its table is filled from outside.
 */
@CheckReturnValue
@NullMarked
package io.breakwater.dispatch;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
