# SPDX-License-Identifier: MIT
# bash completion for diagfmt: commands and options come from the tool's own help, keys from the file.

_diagfmt_help() {
  diagfmt "$1" --help 2>/dev/null
  diagfmt help limits "$1" 2>/dev/null
}

_diagfmt_options() {
  _diagfmt_help "$1" | sed -n 's/^  *\(-., \)\{0,1\}\(--[a-z0-9-]*\).*/\2/p' | sort -u
}

_diagfmt_commands() {
  diagfmt -h 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'
}

# The words that --NAME=a|b|c allows; those of --to have separate lines, "  Viewers: FORMAT: a b FORMAT: b", continued
# by lines with deeper indentation.
_diagfmt_words() {
  if [[ $2 == --to ]]; then
    diagfmt "$1" --help 2>/dev/null | awk '!/^    / { wanted = /^  (Dialects|Viewers):/ } wanted' | tr ' ' '\n' |
      grep -v ':$' | sort -u
    return
  fi
  _diagfmt_help "$1" | sed -n "s/^  *\(-., \)\{0,1\}$2\[\{0,1\}=\([a-z0-9|]*\).*/\2/p" | tr '|' ' '
}

# Names that an operation of `op` has for an option.
_diagfmt_items() {
  diagfmt op "$1" 2>/dev/null |
    awk -v of="for $2[:;]" '/^[A-Z]/ { wanted = $0 ~ of } wanted && /^[* ] / { print /^\*/ ? $2 : $1 }'
}

_diagfmt_keys() {
  diagfmt ls -1 -- "$1" 2>/dev/null | grep -x '[0-9A-Za-z._:/@+-]*' | sort -u
}

_diagfmt() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} cmd=${COMP_WORDS[1]} i files=()
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "$(_diagfmt_commands) help --help --version" -- "$cur")
    return
  fi
  if [[ $cmd == help ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_diagfmt_commands) limits" -- "$cur")
    return
  fi
  # readline splits at '=': "--color" "=" "al"
  if [[ $cur == = ]]; then
    cur='' prev=${COMP_WORDS[COMP_CWORD - 1]}
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if [[ $cmd == op && COMP_CWORD -eq 2 && $cur != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(diagfmt op 2>/dev/null | awk '{ print $1 }')" -- "$cur")
    return
  fi
  if [[ $prev == --?* ]]; then
    local words
    if [[ $cmd == op ]]; then
      words=$(_diagfmt_items "${COMP_WORDS[2]}" "$prev")
    else
      words=$(_diagfmt_words "$cmd" "$prev")
    fi
    if [[ $words ]]; then
      mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
      return
    fi
  fi
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_diagfmt_options "$cmd")" -- "$cur")
    return
  fi
  if [[ $cmd == cat ]]; then
    for ((i = 2; i < COMP_CWORD; i++)); do
      [[ -f ${COMP_WORDS[i]} ]] && files+=("${COMP_WORDS[i]}")
    done
    if ((${#files[@]})); then
      mapfile -t COMPREPLY < <(compgen -W "$(_diagfmt_keys "${files[0]}")" -- "$cur")
      return
    fi
  fi
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}

complete -F _diagfmt diagfmt
