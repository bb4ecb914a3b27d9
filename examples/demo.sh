#!/bin/sh
# What `make demo` shows. $1 is the squaredance command.
set -e
cd "$(dirname "$0")"
case "$1" in */*) squaredance=../$1 ;; *) squaredance=$1 ;; esac

show() {
  echo
  echo "\$ squaredance $*"
  "$squaredance" "$@"
}

echo "A 16x16 judge problem: four cases in, four solutions out (the first is shown)."
echo
echo "\$ squaredance solve --judge uva1309 hexa-4.in"
"$squaredance" solve --judge uva1309 hexa-4.in >../build/demo.out
sed 16q ../build/demo.out
cmp ../build/demo.out hexa-4.out
echo "... equal to the expected output in every byte."
