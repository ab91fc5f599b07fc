/**
 * The process: reads the command line and the configuration file, then builds the object graph by hand,
 * in the order in which a request walks through it. The only package that may know all others.
 */
@CheckReturnValue
@NullMarked
package io.breakwater.launch;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
