#!/usr/bin/env bash
# Runs the pinned conformance suite against the server or the client of this build, or against its gateway in front of
# its server:
#
#   mvn package -DskipTests && src/test/conformance/run.sh server 2025-11-25
#   mvn package -DskipTests && src/test/conformance/run.sh client 2026-07-28
#   mvn package -DskipTests && src/test/conformance/run.sh gateway 2025-11-25 stdio legacy
#
# Strict: a warning fails like a failure, and so does a scenario that the suite does not score but this build means to
# pass. The suite's own summary comes last. Logs and every single check are in target/conformance.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$root/target/conformance

usage() {
  echo "usage: $0 server|client 2025-11-25|2026-07-28" >&2
  echo "       $0 gateway 2025-11-25|2026-07-28 http|stdio auto|modern|legacy" >&2
  exit 2
}

[[ $# -ge 2 ]] || usage
leg=$1
revision=$2
subject=${*:1}
name=${subject// /-}
main=(io.breakwater.conformance.ConformanceServer 0)
without=
if [[ $leg == gateway ]]; then
  # A tool behind a gateway cannot end the connection between the gateway and its caller.
  without=server-sse-polling
  [[ $# == 4 && $3 =~ ^(http|stdio)$ && $4 =~ ^(auto|modern|legacy)$ ]] || usage
  main=(io.breakwater.conformance.ConformanceGateway "$3" "$4")
  leg=server
else
  [[ $# == 2 ]] || usage
fi
case $leg-$revision in
  server-2025-11-25) unscored=(json-schema-2020-12 server-session-lifecycle server-sse-polling) ;;
  server-2026-07-28) unscored=(json-schema-2020-12 http-header-validation http-custom-header-server-validation) ;;
  client-*) unscored=(auth/client-credentials-jwt auth/client-credentials-basic json-schema-2020-12-preservation) ;;
  *) usage ;;
esac

jar=$root/target/breakwater.jar
if [[ ! -f $jar || ! -d $root/target/test-classes/io/breakwater/conformance ]]; then
  echo "$jar or the test classes are missing (first: mvn package -DskipTests)" >&2
  exit 2
fi

install_suite() {
  cmp -s "$here/package-lock.json" "$work/installed.json" && return
  rm -rf "$work/node_modules" "$work/installed.json"
  cp "$here/package.json" "$here/package-lock.json" "$work/"
  (cd "$work" && npm ci --no-audit --no-fund) > "$work/npm.log" 2>&1 || {
    cat "$work/npm.log" >&2
    return 1
  }
  cp "$here/package-lock.json" "$work/installed.json"
}

# Sets url, once the server says that it listens; ends it with this script.
start() {
  local log=$out/server.log
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$root/target/test-classes:$jar" "${main[@]}" > "$log" 2>&1 &
  server=$!
  trap 'kill "$server" 2> /dev/null; wait "$server" 2> /dev/null || true' EXIT
  for _ in $(seq 300); do
    url=$(grep -m 1 -o '^http://localhost:[0-9]*/mcp$' "$log" || true)
    [[ -n $url ]] && return
    kill -0 "$server" 2> /dev/null || break
    sleep 0.1
  done
  echo "the server did not start:" >&2
  cat "$log" >&2
  return 1
}

suite() {
  node "$work/node_modules/@modelcontextprotocol/conformance/dist/index.js" "$leg" "${subject[@]}" \
    --expected-failures "$out/none.yaml" -o "$out/checks" "$@"
}

out=$work/$name
mkdir -p "$work"
rm -rf "$out"
mkdir -p "$out"
echo "$leg: []" > "$out/none.yaml"
install_suite
export PATH=$work/node_modules/.bin:$PATH
if [[ $leg == server ]]; then
  start
  node "$here/warm-up.mjs" "$url" "$1"
  subject=(--url "$url")
else
  # The suite starts the clients of all scenarios at once, and cuts the command at every blank.
  export BREAKWATER_CLASS_PATH=$root/target/test-classes:$jar
  export BREAKWATER_JAVA=${JAVA_HOME:+$JAVA_HOME/bin/}java
  export BREAKWATER_SLOTS=$out/slots
  mkdir -p "$BREAKWATER_SLOTS"
  subject=(
    --command "exec bash $(printf %q "$here/client.sh")"
    --timeout 240000
  )
fi

status=0
for scenario in "${unscored[@]}"; do
  [[ $scenario != "$without" ]] || continue
  log=$out/${scenario//\//-}.log
  # Those of extensions have no revision, unless they are forced into one. A scenario that the suite skips ends well too,
  # without a check.
  if suite --scenario "$scenario" --spec-version "$revision" --force > "$log" 2>&1 && grep -q '^Passed: [1-9]' "$log"; then
    echo "✓ $scenario (not scored): $(grep -m 1 '^Passed:' "$log")"
  else
    status=1
    echo "✗ $scenario (not scored)"
    cat "$log"
  fi
done
if ! suite --requirements "$revision" > "$out/requirements.log" 2>&1; then
  status=1
  node "$here/failed.mjs" "$out/checks"
fi
if grep -q '=== .*SUMMARY ===' "$out/requirements.log"; then
  case $leg-$revision in
    server-2026-07-28) echo "(tasks-* are of an extension that is neither scored nor offered)" ;;
    client-*) echo "(auth/dpop*, auth/enterprise-managed-authorization and auth/wif-jwt-bearer are of extensions that are not offered)" ;;
  esac
  sed -n '/=== .*SUMMARY ===/,$p' "$out/requirements.log" | grep .
else
  status=1
  cat "$out/requirements.log"
fi
exit "$status"
