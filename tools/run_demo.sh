#!/bin/bash
# Runs steptail and says where its pages are, until Ctrl-C: run_demo.sh BINARY [PATTERN]
# Without a pattern it follows simulated jobs, which are written while it runs.
set -euo pipefail
steptail=$1
pattern=${2:-}
work=$(mktemp -d)
children=()

finish() {
  trap - EXIT INT TERM
  if [ "${#children[@]}" -gt 0 ]; then
    kill "${children[@]}" 2>/dev/null || true
    wait "${children[@]}" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 0' INT TERM

if [ -z "$pattern" ]; then
  rm -rf build/demo
  mkdir -p build/demo
  "$steptail" demo --directory build/demo &
  children+=($!)
  pattern="build/demo/{user}/{run}/*.log"
fi
"$steptail" serve --web.port-file "$work/address" --log.level warn "$pattern" &
serve=$!
children+=("$serve")

until [ -s "$work/address" ]; do
  if ! kill -0 "$serve" 2>/dev/null; then
    echo "run_demo: steptail did not start" >&2
    exit 1
  fi
  sleep 0.1
done
while read -r address; do
  echo "  runs:    http://$address/"
  echo "  metrics: http://$address/metrics"
done <"$work/address"
echo "  files:   $pattern"
echo "Ctrl-C stops it."
wait -n "${children[@]}"
