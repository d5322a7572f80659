#!/bin/sh
# Runs Caddy (arguments: its command) with what the Caddyfile needs of the settings of .env.
set -eu

# Without SITE_ADDRESS, TLS for the name of an https PUBLIC_URL, else HTTP for every name.
if [ -z "${SITE_ADDRESS:-}" ]; then
  case "${PUBLIC_URL:-}" in
    https://*) SITE_ADDRESS=${PUBLIC_URL%/} ;;
    *) SITE_ADDRESS=http:// ;;
  esac
fi

# TRUST_PROXY as the gateway reads it (none, all, addresses, ranges and names, comma-separated), in Caddy's words.
TRUSTED_PROXIES=
for proxy in $(echo "${TRUST_PROXY:-none}" | tr , ' '); do
  case "$proxy" in
    none) ranges= ;;
    all) ranges='0.0.0.0/0 ::/0' ;;
    loopback) ranges='127.0.0.0/8 ::1/128' ;;
    linklocal) ranges='169.254.0.0/16 fe80::/10' ;;
    uniquelocal) ranges='10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7' ;;
    *) ranges=$proxy ;;
  esac
  TRUSTED_PROXIES="$TRUSTED_PROXIES $ranges"
done

export SITE_ADDRESS TRUSTED_PROXIES
exec caddy "$@"
