#!/bin/bash
# Fuzzes every target of a build: fuzz.sh build/fuzz SECONDS
# What is found new stays in BUILD/corpus; an input that breaks a property is kept and ends the run.
set -euo pipefail
build=$1
seconds=$2
for target in "$build"/tests/fuzz/fuzz_*; do
  [ -x "$target" ] || continue
  name=${target##*/fuzz_}
  mkdir -p "$build/corpus/$name"
  echo "fuzz: $name for $seconds s"
  "$target" -max_total_time="$seconds" -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$build/$name-" "$build/corpus/$name" "tests/fuzz/corpus/$name"
done
