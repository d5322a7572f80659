#!/bin/sh
# All checks run even when one fails, so that one run tells everything.
set -u
status=0

# Everything that Node runs is one program to the compiler, which so reads what all share once; the web app is another.
tsc -p tsconfig.json || status=1
tsc -p web || status=1
# Style, unused code inside a file, and who may import whom (biome.json).
biome check --error-on-warnings . || status=1
# Circles, and the direction of imports inside the web app (.dependency-cruiser.mjs).
npm run --silent imports || status=1
# Class names that are styled and never used, or used and never styled.
node web/check-styles.ts || status=1
# Pages, headings and decisions that code and documents cite.
node infra/test/check-references.ts || status=1
# Coined words in identifiers and file names.
node infra/test/check-names.ts || status=1
# Files, exports and dependencies without a use.
knip || status=1

exit $status
