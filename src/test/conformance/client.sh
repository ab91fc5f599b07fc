#!/usr/bin/env bash
# Becomes the client of one scenario, as soon as one of a few slots is free: a machine with few cores cannot start dozens of
# JVMs at a time. A slot is a lock on a file that the JVM inherits, and that goes when it ends.
command -v flock > /dev/null || slots=none
while [[ ${slots:-} != none ]]; do
  for slot in 1 2 3 4; do
    exec 9> "$BREAKWATER_SLOTS/$slot"
    flock -n 9 && break 2
  done
  sleep 0.1
done
exec "$BREAKWATER_JAVA" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xss512k -Xmx128m -cp "$BREAKWATER_CLASS_PATH" \
  io.breakwater.conformance.ConformanceClient "$@"
