/**
 * What differs between the revisions of the protocol, behind one small interface: whether a request is served,
 * how it is opened, how its result is shaped, and how it is refused.
 */
@CheckReturnValue
@NullMarked
package io.breakwater.era;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
