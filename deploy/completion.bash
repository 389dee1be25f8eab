# shellcheck shell=bash
# Completion of steptail for bash. It asks `steptail COMMAND --help`, so that it knows what the binary knows.

# Flags of a command, or the values that its flag $2 takes where the help lists them.
_steptail_flags() {
  "$1" "$2" --help 2>/dev/null | grep -o -- '^ *--[a-z][a-z.-]*' | tr -d ' '
}

_steptail_values() {
  "$1" "$2" --help 2>/dev/null | sed -n "s/^ *$3 [A-Z]*:{\([^}]*\)}.*/\1/p" | tr ',' '\n'
}

_steptail() {
  local binary=${COMP_WORDS[0]} command=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local words=
  COMPREPLY=()
  # --flag=value is three words to bash.
  if [ "$word" = "=" ]; then word=; before="=$before"; fi
  if [ "$before" = "=" ]; then before="=${COMP_WORDS[COMP_CWORD - 2]}"; fi
  before=${before#=}
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=$("$binary" --help 2>/dev/null | sed -n '/^Subcommands:/,$ s/^  \([a-z][a-z]*\) .*/\1/p')
    words="$words --help --version"
  elif [ "$before" = --as ] || { [ "$command" = formats ] && [ "$COMP_CWORD" -eq 2 ] && [ "${word#-}" = "$word" ]; }; then
    words=$("$binary" formats 2>/dev/null | awk '{print $1}')
  elif [ "${word#-}" != "$word" ]; then
    words="$(_steptail_flags "$binary" "$command") --help"
  elif [ "${before#--}" != "$before" ]; then
    words=$(_steptail_values "$binary" "$command" "$before")
  fi
  # Nothing of ours: bash completes a file name.
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -o default -F _steptail steptail
