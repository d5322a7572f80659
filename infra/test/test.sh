#!/bin/sh
# Every suite that needs nothing but npm. All of them run even when one fails; the last line is their total.
set -u
outer_totals=${TOTALS_FILE:-}
TOTALS_FILE=$(mktemp)
export TOTALS_FILE
trap 'rm -f "$TOTALS_FILE"' EXIT
status=0

vitest run --project node --project web || status=1
playwright test --config web/playwright.config.ts || status=1

if [ -n "$outer_totals" ]; then cat "$TOTALS_FILE" >> "$outer_totals"; fi
sh infra/test/print-totals.sh "$TOTALS_FILE"
exit $status
