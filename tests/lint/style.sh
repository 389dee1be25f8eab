#!/bin/bash
# Is every source formatted as .clang-format says? 77: the tool is not here.
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v clang-format-14 >/dev/null || exit 77
git ls-files -z --cached --others --exclude-standard '*.h' '*.cc' |
  xargs -0 -n 40 -P 2 clang-format-14 --dry-run -Werror
echo "style: clean"
