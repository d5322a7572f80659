#!/bin/sh
# Runs Prometheus (arguments: its options) with the public address as a target: that of .env, else the proxy's.
set -eu
url=${PUBLIC_URL:-http://proxy:8080}
echo "[{\"targets\": [\"${url%/}\"]}]" >/tmp/public.json
exec prometheus "$@"
