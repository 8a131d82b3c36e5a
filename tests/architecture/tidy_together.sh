#!/usr/bin/env bash
# clang-tidy of several sources as one, which takes a fraction of the time, because most of it goes into their headers.
# Where two of them give one name to two things, and so do not compile as one, they are halved until they do.
#   tests/architecture/tidy_together.sh SCRATCH CLANG_TIDY SOURCE... -- FLAG...
set -euo pipefail

config=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.clang-tidy
scratch=$1 clang_tidy=$2
shift 2
sources=()
while [ "$1" != -- ]; do
  sources+=("$1")
  shift
done
shift
flags=("$@")
mkdir -p "$scratch"
export GLIBC_TUNABLES=glibc.malloc.hugetlb=1 # large pages, where the system lends them: a tenth of the time

tidy() {
  local together=$scratch/together.cpp half=$(($# / 2)) code=0 said
  printf '#include "%s"\n' "$@" >"$together"
  said=$("$clang_tidy" --quiet --config-file="$config" "$together" -- "${flags[@]}" 2>&1) || code=1
  if [ $# -gt 1 ] && [[ $said == *"[clang-diagnostic-error]"* ]]; then
    code=0
    tidy "${@:1:half}" || code=1
    tidy "${@:half+1}" || code=1
  elif [ "$code" -ne 0 ]; then
    printf '%s\n' "$said"
  fi
  return "$code"
}

tidy "${sources[@]}"
