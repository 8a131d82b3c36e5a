# shellcheck shell=bash
# How the scripts speak: always to stderr, because stdout belongs to the program.

say() { printf 'marginlab: %s\n' "$*" >&2; }

# refuse CODE SENTENCE...: the last word before giving up.
refuse() {
  local code=$1
  shift
  say "$@"
  exit "$code"
}

# show_end LOG: what went wrong is at the end of a log.
show_end() {
  say "the end of $1:"
  tail -n 60 "$1" >&2
}

# clock SECONDS: as minutes and seconds.
clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }
