#!/usr/bin/env bash
# Builds tests/race/shared_draw.cpp with what it needs of core under the thread sanitizer, and runs it.
#   tests/race/race.sh SCRATCH COMPILER FLAG...
# What threads share in core is the draw, and this is about it. The rest of the program is not built so.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=${here%/tests/*}
scratch=$1
shift
mkdir -p "$scratch"
if ! echo 'int main() {}' | "$@" -fsanitize=thread -x c++ - -o "$scratch/empty" 2>"$scratch/log" || ! "$scratch/empty"; then
  echo "SKIPPED: the compiler or the machine has no thread sanitizer"
  exit 77
fi
cd "$root"
"$@" -std=c++20 -O1 -g1 -fsanitize=thread -pthread -ffunction-sections -Wl,--gc-sections -I. \
  tests/race/shared_draw.cpp core/estimate/draw_cache.cpp core/estimate/learner.cpp core/kernel/kernel.cpp \
  core/kernel/kernel_columns.cpp core/solver/gram/gram.cpp core/random/stream.cpp core/random/sha256.cpp \
  core/settings/parameters.cpp core/elementary/*.cpp -o "$scratch/race"
TSAN_OPTIONS=halt_on_error=1 "$scratch/race"
