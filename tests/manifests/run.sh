#!/bin/bash
# deploy/compose and deploy/kubernetes against the schemas of Compose, Kubernetes and the Prometheus operator: run.sh WORK
# WORK keeps the packages of npm, which bring the schemas. 77: something is not here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$1

skip() {
  echo "skipped: $1"
  exit 77
}
command -v npm >/dev/null || skip "no npm (Debian: nodejs npm)"
[ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20')" = true ] || skip "node is older than 20"

mkdir -p "$work"
cp "$here"/*.mjs "$here"/package.json "$here"/package-lock.json "$here"/.npmrc "$work"
cd "$work"
if ! cmp -s package-lock.json node_modules/.installed; then
  npm ci --no-audit --no-fund --loglevel=error || skip "the packages of npm cannot be had"
  cp package-lock.json node_modules/.installed
fi
exec node validate.mjs "$here/../.."
