#!/bin/bash
# Every check of this folder, without a build; all of them run, whatever the first ones say.
set -uo pipefail
cd "$(dirname "$0")" || exit 1
failed=0
for check in layering.py file_size.py words.py documents.py alerts.py dashboards.py units.py manifests.py style.sh scripts.sh; do
  "./$check" || [ $? -eq 77 ] || failed=1
done
../manifests/run.sh ../../build/manifests || [ $? -eq 77 ] || failed=1
exit "$failed"
