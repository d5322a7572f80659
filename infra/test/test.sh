#!/bin/sh
# Runs every suite that needs only npm, also after a failure. The last line is the total of all tests.
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
