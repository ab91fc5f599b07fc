/** What a program sees that offers its own functions as MCP tools. */
@CheckReturnValue
@NullMarked
package io.breakwater.api;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
