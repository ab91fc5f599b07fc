/**
 * The way out: an MCP client over Streamable HTTP, HTTP+SSE and stdio that finds out the era of its server and reads
 * everything through the same guard as the doors.
 *
 * <pre>
 * McpClient      what a program calls: lists, calls, questions, subscriptions
 * Conversation   ids, deadlines, progress, cancellation, questions of the server; one era or the other
 * Channel        how messages travel: HttpChannel, SseChannel, StdioChannel
 * </pre>
 */
@CheckReturnValue
@NullMarked
package io.breakwater.client;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
