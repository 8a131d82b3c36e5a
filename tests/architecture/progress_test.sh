#!/usr/bin/env bash
# What ./test makes of what CTest says: which cases passed, failed and were skipped.
#   tests/architecture/progress_test.sh SCRATCH
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=${here%/tests/*}
rm -rf "$1"
mkdir -p "$1/build/durations"
cd "$1"
# shellcheck disable=SC2034 # progress.sh reads it
mode=quick
# shellcheck source=scripts/say.sh
. "$root/scripts/say.sh"
# shellcheck source=scripts/progress.sh
. "$root/scripts/progress.sh"

fail() {
  printf 'FAILED: %s\n' "$1" >&2
  cat said >&2
  exit 1
}

# counts WANTED: what follow_tests leaves of the lines on its input.
counts() {
  rm -f build/counts
  follow_tests kind 2>said >/dev/null || true
  [ "$(cat build/counts)" = "$1" ] || fail "$1 wanted, $(cat build/counts) counted"
}

# says TEXT
says() { grep -qF -- "$1" said || fail "nothing says: $1"; }

# A binary of three cases, one of which needs a data set that is not there.
counts '2 0 1' <<'CTEST'
3: 0.100 s: the first case
3: SKIPPED: the data set mushroom is not on this machine; marginlab data fetch mushroom
3: 0.001 s: mushroom has 126 values
3: 0.100 s: the last case
3: All tests passed (7 assertions in 3 test cases)
1/2 Test #3: datasets ... Passed 0.3 sec
CTEST
says 'skipped: mushroom has 126 values: the data set mushroom is not on this machine'

# A case that lacks two data sets is one case; one that fails beside it fails.
counts '1 1 1' <<'CTEST'
3: SKIPPED: the data set leukaemia is not on this machine
3: SKIPPED: the data set mushroom is not on this machine
3: 0.001 s: a case of two data sets
3: 0.100 s: a case that fails
3: 0.100 s: a case
3: test cases: 3 | 2 passed | 1 failed
1/2 Test #3: datasets ...***Failed 0.3 sec
CTEST

# Cases that are tests of their own, and checks.
counts '1 0 3' <<'CTEST'
4: SKIPPED: the data set mushroom is not on this machine
1/4 Test #4: datasets: mushroom ...***Skipped 0.1 sec
5: All tests passed (7 assertions in 1 test case)
2/4 Test #5: datasets: another ... Passed 0.1 sec
6: SKIPPED: no Rscript
3/4 Test #6: r: functions ... Passed 0.1 sec
4/4 Test #7: site ...***Not Run (Disabled) 0.0 sec
CTEST
says 'skipped: r: functions: no Rscript'
says 'skipped: datasets: mushroom: the data set mushroom'

# The summary has all three.
printf '12 0 3\n4 0 1\n' >build/counts
[ "$(conclude 2>/dev/null)" = '16 passed, 0 failed, 4 skipped' ] || fail 'the last line has another form'
