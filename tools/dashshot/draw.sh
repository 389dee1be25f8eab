#!/bin/bash
# Pictures of panels, drawn with Grafana's own components: draw.sh DATA FOLDER
# DATA is what tools/dashboards.py --data kept. Needs npm and Chromium, and 700 MB in build/dashshot.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
data=$(realpath "$1")
folder=$(realpath "$2")
work=${DASHSHOT_WORK:-$root/build/dashshot}
mkdir -p "$work"
cp "$here"/* "$here/.npmrc" "$work"
cd "$work"
if [ ! -d node_modules/@grafana/ui ]; then npm ci --loglevel=error; fi
if [ ! -f dist/index.html ] || [ main.jsx -nt dist/index.html ]; then npx vite build --logLevel warn; fi
node shoot.mjs "$root/deploy/grafana/dashboards" "$data" "$folder"
