/** JSON-RPC messages and their codec. A message that leaves this package inwards is well-formed. */
@CheckReturnValue
@NullMarked
package io.breakwater.rpc;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
