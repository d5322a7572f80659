#!/bin/sh
# Builds k6 once, then runs the scenarios against a running product, one after the other. Exits with 1 when a scenario
# crosses a threshold. Options by environment: URL, VUS, DURATION (seconds), ONLY (one scenario), ORIGIN, P99 (ms),
# TIMING_KEY, ADMIN_EMAIL and ADMIN_PASSWORD (else ADMIN_EMAILS, else admin.json in DATA_DIR), REMOTE=1 for a target elsewhere.
set -eu
cd "$(dirname "$0")/../.."

K6_VERSION=v1.8.1
K6="$PWD/var/tools/k6-$K6_VERSION"
URL="${URL:-http://localhost:8080}"
VUS="${VUS:-50}"
DURATION="${DURATION:-30}"
DATA_DIR="${DATA_DIR:-./var}"

stop() { echo "$1" >&2; exit 2; }

case "$VUS$DURATION" in *[!0-9]*) stop "VUS and DURATION are whole numbers; DURATION counts seconds." ;; esac
[ "$VUS" -ge 1 ] && [ "$VUS" -le 2000 ] || stop "VUS is 1 to 2000."
[ "$DURATION" -ge 5 ] && [ "$DURATION" -le 600 ] || stop "DURATION is 5 to 600 seconds."

host=$(node -p 'new URL(process.argv[1]).hostname' "$URL" 2>/dev/null) || stop "$URL is no address."
case "$host" in
  localhost | 127.* | '[::1]' | *.localhost) ;;
  *) [ "${REMOTE:-}" = 1 ] || stop "$host is not this machine. Say REMOTE=1 if you are allowed to load it." ;;
esac

ADMIN_EMAIL="${ADMIN_EMAIL:-$(echo "${ADMIN_EMAILS:-}" | cut -d, -f1)}"
ADMIN_PASSWORD="${ADMIN_PASSWORD:-}"
if [ -z "$ADMIN_EMAIL" ] || [ -z "$ADMIN_PASSWORD" ]; then
  [ -f "$DATA_DIR/admin.json" ] || stop "No administrator: set ADMIN_EMAIL and ADMIN_PASSWORD, or DATA_DIR with an admin.json."
  field() { node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))[process.argv[2]]' "$DATA_DIR/admin.json" "$1"; }
  ADMIN_EMAIL=$(field email)
  ADMIN_PASSWORD=$(field password)
fi

if [ ! -x "$K6" ]; then
  command -v go >/dev/null || stop "k6 is built with Go (1.24 or newer), which is not installed."
  echo "Building k6 $K6_VERSION once (a few minutes) ..."
  mkdir -p var/tools
  GOBIN="$PWD/var/tools" go install "go.k6.io/k6@$K6_VERSION"
  mv var/tools/k6 "$K6"
fi

export URL VUS DURATION ADMIN_EMAIL ADMIN_PASSWORD K6_NO_USAGE_REPORT=true
result=0
for scenario in ${ONLY:-tips-rush board-reads reconnects groups chat polls notifications timing}; do
  echo "== $scenario: $VUS fans, $DURATION s, $URL"
  "$K6" run --quiet "infra/load/scenarios/$scenario.js" || result=1
done
exit $result
