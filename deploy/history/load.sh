#!/bin/bash
# Loads a folder of finished logs into a Prometheus of their own, and starts it: load.sh [-n] FOLDER [DATA]
#
# Every log below FOLDER becomes a run named after its path, packed ones (.gz, .zst) like plain ones; of a log that is there both
# ways the packed one is passed over. PATTERN='/logs/{user}/{run}/*.out' takes labels from paths.
# The series get the labels job="steptail" and instance="history", by which the dashboards find them, unless BACKFILL_FLAGS says others.
# -n: only make the blocks. DATA (default: history-data) is the data directory; logs that are in it already are passed over.
# STEPTAIL and ADDRESS say which binary and which address to listen on; BACKFILL_FLAGS adds flags of `steptail backfill`.
set -euo pipefail
start=yes
if [ "${1:-}" = "-n" ]; then start=no; shift; fi
if [ $# -lt 1 ]; then sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; fi
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$1" && pwd)
data=${2:-history-data}
steptail=${STEPTAIL:-steptail}
address=${ADDRESS:-127.0.0.1:9091}
pattern=${PATTERN:-"$folder/**"}
read -ra flags <<<"${BACKFILL_FLAGS:-}"
case " ${flags[*]}" in
  *[\ ,=]job=*) ;;
  *) flags+=(--labels "job=steptail,instance=history") ;;
esac
logs=('*.log' '*.out' '*.txt')

# Whether the names of logs are such.
is_log() {
  for glob in "${logs[@]}"; do
    # shellcheck disable=SC2053
    if [[ ${1##*/} == $glob ]]; then return 0; fi
  done
  return 1
}

for tool in "$steptail" promtool prometheus python3; do
  if command -v "$tool" >/dev/null; then continue; fi
  echo "load: $tool is not here" >&2
  if [ "$tool" = "$steptail" ]; then echo "load: STEPTAIL=build/release/steptail takes the one that 'make build' makes" >&2; fi
  exit 1
done
mkdir -p "$data"
data=$(cd "$data" && pwd)
touch "$data/loaded.list"
work=$(mktemp -d "$data/.load-XXXXXX")
trap 'rm -rf "$work"' EXIT

loaded=0
refused=0
while IFS= read -r -d '' log; do
  plain=${log%.gz}
  plain=${plain%.zst}
  if [ "$plain" != "$log" ] && [ -e "$plain" ] && is_log "$plain"; then
    echo "load: passed over $log: $plain is there" >&2
    continue
  fi
  known="$(stat -c '%Y %s' "$log") $log"
  if grep -qxF -- "$known" "$data/loaded.list"; then continue; fi
  if "$steptail" backfill "${flags[@]}" --path-pattern "$pattern" --output "$work/history.om" "$log" &&
    promtool tsdb create-blocks-from openmetrics --quiet --max-block-duration=24h "$work/history.om" "$data"; then
    echo "$known" >>"$data/loaded.list"
    loaded=$((loaded + 1))
  else
    refused=$((refused + 1))
  fi
  rm -f "$work/history.om"
done < <(find "$folder" -path "$data" -prune -o -type f \( -name '*.log' -o -name '*.out' -o -name '*.txt' -o -name '*.gz' -o -name '*.zst' \) -print0 | sort -z)
echo "load: $loaded logs loaded into $data, $refused refused"
if [ "$start" = no ]; then exit 0; fi

echo "scrape_configs: []" >"$data/prometheus.yml"
python3 "$here/links.py" "http://$address" >"$data/queries.html"
echo "load: Prometheus listens on http://$address; the queries of the dashboards are links in $data/queries.html"
rm -rf "$work"
exec prometheus --config.file="$data/prometheus.yml" --storage.tsdb.path="$data" \
  --storage.tsdb.retention.time=100y --web.listen-address="$address" --log.level=warn
