/** What local code and upstream servers can both offer, and the catalog that merges their offers into one. */
@CheckReturnValue
@NullMarked
package io.breakwater.provider;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
