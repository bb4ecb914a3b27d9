#!/bin/sh
# What `make demo` shows. $1 is the squaredance command, seen from the project's root.
set -e
cd "$(dirname "$0")"
squaredance=../$1

show() {
  echo
  echo "\$ squaredance $*"
  "$squaredance" "$@"
}

echo "A 16x16 judge problem: four cases in, four solutions out (the first is shown)."
echo
echo "\$ squaredance solve --judge uva1309 hexa-4.in"
"$squaredance" solve --judge uva1309 hexa-4.in | sed 16q
"$squaredance" solve --judge uva1309 hexa-4.in | cmp - hexa-4.out
echo "... all four equal to the expected output in every byte."

show solve --judge uva12988 judge-uva12988.in
show solve line.sdm
show solve grid-6.txt
show solve --to numbers puzzle.sdk
show count --limit 1000 line.sdm
show cover --judge hust1017 judge-hust1017.in
show info grid.txt numbers-16.txt candidates.txt
