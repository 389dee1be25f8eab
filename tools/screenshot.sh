#!/bin/bash
# The picture of the status page for the README: screenshot.sh STEPTAIL FOLDER
# Simulated jobs run for a minute, then the page is taken as it is.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath "$2")
OUT="$folder/status-page.png" "$here/../tests/web/run.sh" "$1" build/web picture.mjs
