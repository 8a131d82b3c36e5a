#!/usr/bin/env bash
# clang-tidy of several sources as one, which takes a fraction of the time, because most of it goes into their headers.
# Where two of them give one name to two things, and so do not compile as one, they are halved until they do.
#   tests/architecture/tidy_together.sh SCRATCH CLANG_TIDY COMPILER SOURCE... -- FLAG...
# The flags are those of both; clang-tidy further gets those in $CLANG_FLAGS.
set -euo pipefail

config=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.clang-tidy
scratch=$1 clang_tidy=$2 compiler=$3
shift 3
sources=()
while [ "$1" != -- ]; do
  sources+=("$1")
  shift
done
shift
flags=("$@")
read -ra clang_flags <<<"${CLANG_FLAGS:-}"
mkdir -p "$scratch"

tidy() {
  local together=$scratch/together.cpp half=$(($# / 2)) code=0
  printf '#include "%s"\n' "$@" >"$together"
  if [ $# -gt 1 ] && ! "$compiler" "${flags[@]}" -w -fsyntax-only "$together" 2>/dev/null; then
    tidy "${@:1:half}" || code=1
    tidy "${@:half+1}" || code=1
    return "$code"
  fi
  "$clang_tidy" --quiet --config-file="$config" "$together" -- "${flags[@]}" "${clang_flags[@]}"
}

tidy "${sources[@]}"
