#!/bin/sh
# Runs every suite that needs only npm, also after a failure. The last line is the total of all tests.
set -u
outer_totals=${TOTALS_FILE:-}
TOTALS_FILE=$(mktemp)
# Every worker and product records there which replies it saw.
REPLIES_FOLDER=$(mktemp -d)
export TOTALS_FILE REPLIES_FOLDER
trap 'rm -rf "$TOTALS_FILE" "$REPLIES_FOLDER"' EXIT
status=0

vitest run --project node --project web || status=1
playwright test --config web/playwright.config.ts || status=1
node infra/embedded/src/documented-replies/compare-replies.ts "$REPLIES_FOLDER" || status=1

if [ -n "$outer_totals" ]; then cat "$TOTALS_FILE" >> "$outer_totals"; fi
sh infra/test/print-totals.sh "$TOTALS_FILE"
exit $status
