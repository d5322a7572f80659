#!/bin/sh
# Runs all checks, also after a failure, so that one run reports everything.
set -u
status=0

# All code for Node is one program of the compiler, which reads shared files once; the web app is another.
tsc -p tsconfig.json || status=1
tsc -p web || status=1
# Style, unused code within a file, and import rules between packages (biome.json).
biome check --error-on-warnings . || status=1
# Circular imports, and the direction of imports inside the web app (.dependency-cruiser.mjs).
npm run --silent imports || status=1
# Class names with unused styles, or used without styles.
node web/build/check-styles.ts || status=1
# Pages, headings and decisions that code and documents cite.
node infra/test/check-references.ts || status=1
# Coined words in identifiers and file names.
node infra/test/check-names.ts || status=1
# Coined words in comments and documents (cspell.config.mjs).
npm run --silent prose || status=1
# Licences of the packages that are shipped.
node infra/release/licences.ts || status=1
# Unused files, exports and dependencies.
knip || status=1

exit $status
