#!/usr/bin/env bash
# scripts/mutants, asked about a program of three lines: a mutant is killed, one survives, one is explained, and what
# cannot be judged is an error by name.
#   tool_test.sh TOOL TOY FOLDER
set -euo pipefail

tool=$1
toy=$2
folder=$3
list=$folder/tests/mutants/toy.list

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# expect CODE WORDS ARGUMENT...: the exit code, and a text that both outputs hold in one of their lines.
expect() {
  local code=0 output
  output=$("$tool" --root "$folder" "${@:3}" 2>&1) || code=$?
  [ "$code" = "$1" ] || fail "exit code $code, not $1, of: ${*:3}" "$output"
  grep -qF -- "$2" <<<"$output" || fail "nobody says '$2' of: ${*:3}" "$output"
}

# entry ID LINE WITH TEST: is added to the list.
entry() { printf '\nid: %s\nfile: core/toy.c\nline: %s\nwith: %s\ntest: %s\nkind: new\n' "$@" >>"$list"; }

rm -rf "$folder"
cp -r "$toy" "$folder"

expect 0 "4 mutants, 3 of them new: each applies to its file" --check
expect 1 "4 mutants, 3 of them new: 2 killed, 1 explained, 1 survive, 0 cannot be judged"
expect 1 "survivor: survives: core/toy.c:2" survivor
expect 0 "2 mutants, 1 of them new: 1 killed, 1 explained" killed equivalent
expect 0 "1 are known, 0 are to be judged" killed
expect 0 "0 are known, 1 are to be judged" --anew killed
cmp -s "$toy/core/toy.c" "$folder/core/toy.c" || fail "the file of the user was changed"
cmp -s "$toy/core/toy.c" "$folder/build/mutants/tree/core/toy.c" || fail "the mutated file was not restored"

# An interrupted run leaves a mutant in the copy; a file that changes, and a test that does, ask for a new verdict.
echo 'int larger(int a, int b) { return a < b ? a : b; }' >"$folder/build/mutants/tree/core/toy.c"
expect 0 "1 are known, 0 are to be judged" killed
sed -i 's/twice(1) != 2/twice(2) != 4/' "$folder/tests/toy_test.c"
expect 0 "1 mutant, 1 of them new: 1 killed" survivor
expect 0 "0 are known, 1 are to be judged" --anew killed

# What cannot be judged.
entry does-not-compile "2 * a" "2 * b" "test_toy twice"
expect 2 "does-not-compile: cannot be judged: it does not compile" does-not-compile
entry no-case "2 * a" a "test_toy nobody"
expect 2 "no-case: cannot be judged: test_toy nobody selects no case" no-case
entry broken "2 * a" a "test_toy broken"
expect 2 "broken: cannot be judged: test_toy broken fails without a mutant" broken
entry skipped "2 * a" a "test_toy missing"
expect 2 "skipped: cannot be judged: it survives, and cases of test_toy missing are skipped here" skipped
expect 2 "no mutant has elsewhere" elsewhere
entry gone "3 * a" 0 "test_toy twice"
expect 2 "gone: its line occurs 0 times in core/toy.c, not once" --check
sed -i 's/^line: 3 \* a/line: a/' "$list"
expect 2 "gone: its line occurs 10 times in core/toy.c, not once" --check
sed -i 's/^line: a$/line: a\nafter: nowhere/' "$list"
expect 2 "gone: 'after' occurs 0 times in core/toy.c, not once" --check
sed -i 's/^id: gone/id: killed/' "$list"
expect 2 "killed: two entries have this id" --check
