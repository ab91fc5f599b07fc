/**
 * Sessions, handshake and event store of the revisions before 2026-07-28. The legacy era lives here alone, so
 * that deleting this package ends it.
 */
@CheckReturnValue
@NullMarked
package io.breakwater.legacy;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
