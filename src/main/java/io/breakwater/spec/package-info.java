/** The words and numbers of the protocol: revisions, methods, headers, {@code _meta} keys, error codes. */
@CheckReturnValue
@NullMarked
package io.breakwater.spec;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
