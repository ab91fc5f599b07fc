package io.breakwater.provider.upstream;

/**
 * How a server is, for whoever looks after it.
 *
 * <p>Immutable.
 *
 * @param name as the configuration calls it
 * @param state what it is now
 * @param why the last failure, one line without secrets; empty when there was none since it came up
 * @param tools that it offers
 * @param resources that it offers
 * @param templates that it offers
 * @param prompts that it offers
 * @param connections to it that are open
 */
public record Status(
    String name,
    State state,
    String why,
    int tools,
    int resources,
    int templates,
    int prompts,
    int connections) {}
