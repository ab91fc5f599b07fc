/** Other MCP servers as providers: the gateway. */
@CheckReturnValue
@NullMarked
package io.breakwater.provider.upstream;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
