/** The servers behind this one: the {@code mcpServers} map that desktop clients read, as immutable records. */
@CheckReturnValue
@NullMarked
package io.breakwater.options.servers;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
