/** Where one message ends and the next begins: line framing, and server-sent events in both directions. */
@CheckReturnValue
@NullMarked
package io.breakwater.frame;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
