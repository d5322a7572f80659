#!/bin/sh
# Adds up the lines of a totals file, each `{"passed":N,"failed":N}`, and prints `N passed, N failed`.
sed -n 's/^{"passed":\([0-9]*\),"failed":\([0-9]*\)}$/\1 \2/p' "$1" |
  awk '{ passed += $1; failed += $2 } END { printf "%d passed, %d failed\n", passed, failed }'
