#!/bin/bash
# What bash completes is what the binary has: completion.sh STEPTAIL
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
steptail=$1
failed=0
# shellcheck source=deploy/completion.bash
. "$here/deploy/completion.bash"

# complete_ WORDS...: what Tab gives for the last of them, sorted.
complete_() {
  COMP_WORDS=("$steptail" "$@")
  COMP_CWORD=$#
  _steptail
  printf '%s\n' "${COMPREPLY[@]}" | sort
}

# same WHAT EXPECTED ACTUAL
same() {
  if [ "$2" != "$3" ]; then
    printf 'completion: %s:\n--- expected\n%s\n--- offered\n%s\n' "$1" "$2" "$3"
    failed=1
  fi
}

commands=$("$steptail" --help | awk '/^Subcommands:/ {on = 1; next} on && /^  [a-z]/ {print $1}' | sort)
[ "$(wc -w <<<"$commands")" -ge 6 ] || same "commands in the help" "at least six" "$commands"
same "commands" "$(printf '%s\n--help\n--version' "$commands" | sort)" "$(complete_ '')"
for command in $commands; do
  flags=$("$steptail" "$command" --help | grep -o -- '--[a-z][a-z.-]* ' | tr -d ' ' | sort -u)
  same "flags of $command" "$(printf '%s\n--help' "$flags" | sort -u | sed '/^$/d')" "$(complete_ "$command" --)"
done
same "values of --log.level" "$(printf 'debug\nerror\ninfo\nwarn')" "$(complete_ serve --log.level '')"
same "a value behind =" json "$(complete_ serve --log.format = j)"
same "formats" megatron-lm "$(complete_ formats megatron-l)"
same "formats for inspect" megatron-lm "$(complete_ inspect --as megatron-l)"
same "files where nothing else is meant" '' "$(complete_ inspect --output json train)"
[ "$failed" -eq 0 ] && echo "completion: clean"
exit "$failed"
