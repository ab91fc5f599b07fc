#!/usr/bin/env bash
# Becomes the client of one scenario, as soon as its slot is free: a machine with few cores cannot start dozens of JVMs at a
# time. A slot is a lock on a file that the JVM inherits, and that goes when it ends.
if command -v flock > /dev/null; then
  exec 9> "$BREAKWATER_SLOTS/$((RANDOM % 4))"
  flock 9
fi
exec "$BREAKWATER_JAVA" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xss512k -Xmx128m -cp "$BREAKWATER_CLASS_PATH" \
  io.breakwater.conformance.ConformanceClient "$@"
