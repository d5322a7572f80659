#!/bin/sh
# Checks that every commit since FIRST follows Conventional Commits (commitlint.config.mjs). Skipped in a shallow clone.
set -u
FIRST=3b63bf50
if ! git cat-file -e "$FIRST" 2>/dev/null; then
  echo "$FIRST is not in this clone: commits are not checked"
  exit 0
fi
PATH="$PWD/node_modules/.bin:$PATH" npm run --silent commits -- --from "$FIRST"
