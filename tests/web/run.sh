#!/bin/bash
# The status page in the distribution's Chromium: run.sh STEPTAIL WORK [TEST...]
# WORK keeps the packages of npm and the pictures that the tests take. 77: something is not here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
steptail=$(realpath "$1")
work=$2
shift 2

skip() {
  echo "skipped: $1"
  exit 77
}
command -v chromium >/dev/null || skip "no chromium (Debian: chromium)"
command -v npm >/dev/null || skip "no npm (Debian: nodejs npm)"
[ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20')" = true ] ||
  skip "node is older than 20"

mkdir -p "$work/pictures"
cp "$here"/*.mjs "$here"/package.json "$here"/package-lock.json "$here"/.npmrc "$work"
cd "$work"
if ! cmp -s package-lock.json node_modules/.installed; then
  npm ci --no-audit --no-fund --loglevel=error || skip "the packages of npm cannot be had"
  cp package-lock.json node_modules/.installed
fi
if [ $# -eq 0 ]; then set -- *.test.mjs; fi
STEPTAIL="$steptail" PICTURES="$PWD/pictures" exec node --test --test-concurrency=1 \
  --test-reporter=spec "$@"
