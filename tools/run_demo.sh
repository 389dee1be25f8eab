#!/bin/bash
# Runs steptail and says where its pages are, until Ctrl-C: run_demo.sh BINARY [PATTERN]
# Without a pattern it follows simulated jobs, which are written while it runs. LISTEN in the environment is another address than
# 127.0.0.1:10480, DEMO another directory than build/demo.
set -euo pipefail
steptail=$1
pattern=${2:-}
demo=${DEMO:-build/demo}
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

level=info
if [ -z "$pattern" ]; then
  level=warn
  rm -rf "$demo"
  mkdir -p "$demo"
  "$steptail" demo --directory "$demo" &
  children+=($!)
  pattern="$demo/{user}/{run}/*.log"
fi
"$steptail" serve ${LISTEN:+--web.listen-address="$LISTEN"} --web.port-file "$work/address" --log.level "$level" "$pattern" &
serve=$!
children+=("$serve")

until [ -s "$work/address" ]; do
  if ! kill -0 "$serve" 2>/dev/null; then
    echo "run_demo: steptail did not start, for the reason above; where its address is in use, LISTEN=127.0.0.1:0 before make run takes any free port" >&2
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
