#!/bin/sh
# Prints a totals file: first the failures, then the sum of its lines `{"passed":N,"failed":N}` as `N passed, N failed`.
grep -v '^{"passed":[0-9]*,"failed":[0-9]*}$' "$1"
sed -n 's/^{"passed":\([0-9]*\),"failed":\([0-9]*\)}$/\1 \2/p' "$1" |
  awk '{ passed += $1; failed += $2 } END { printf "%d passed, %d failed\n", passed, failed }'
