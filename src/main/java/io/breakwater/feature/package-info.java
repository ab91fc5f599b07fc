/** What a caller can ask for: tools, resources, prompts, completion, discovery and the like, one class each. */
@CheckReturnValue
@NullMarked
package io.breakwater.feature;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
