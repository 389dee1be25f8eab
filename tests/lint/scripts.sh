#!/bin/bash
# Are the scripts sound? 77: the tool is not here.
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v shellcheck >/dev/null || exit 77
mapfile -t scripts < <(git ls-files --cached --others --exclude-standard '*.sh' '*.bash' .ci/run)
shellcheck "${scripts[@]}"
for script in "${scripts[@]}"; do
  # What has no first line of its own is read by another.
  [ -x "$script" ] || ! head -n 1 "$script" | grep -q '^#!' || { echo "$script:1: is not executable" >&2; exit 1; }
done
echo "scripts: clean"
