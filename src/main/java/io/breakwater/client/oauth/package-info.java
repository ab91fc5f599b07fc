/**
 * How our client gets the credentials that a server asks for: discovery, registration, the authorization step of a person,
 * tokens and their renewal.
 *
 * <pre>
 * OAuth              what a program builds; one Access for each server
 * Access             what is held for one server, and who works on getting more
 * Discovery          where the server's authorization server is, and what it can do
 * Registering        as whom we come
 * AuthorizationCode  the step in the browser, and what is checked when it comes back
 * TokenEndpoint      codes, refresh tokens and client credentials become access tokens
 * </pre>
 */
@CheckReturnValue
@NullMarked
package io.breakwater.client.oauth;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
