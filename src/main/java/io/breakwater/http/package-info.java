/**
 * The HTTP door: admits a request by its head, reads the body through the scanner as it arrives, and answers
 * with one JSON object or an event stream.
 */
@CheckReturnValue
@NullMarked
package io.breakwater.http;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
