#!/usr/bin/env bash
# The block of README.md behind "It prints:" is what the first command prints: the lines before its "...", then, further down,
# those behind it. The seconds that a run took are left out.
#   readme_test.sh PROGRAM README FOLDER
set -euo pipefail
program=$1 readme=$2 folder=$3

refuse() {
  printf '%s\n' "$1" >&2
  exit 1
}
without_seconds() { sed -E 's/(replications), [0-9].*\.$/\1./'; }

rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
printed=$(COLUMNS=80 "$program" run quickstart --out run 2>said.txt | without_seconds) || refuse "$(cat said.txt)"
shown=$(sed -n '/It prints:$/,/^On\|^## /p' "$readme" | sed '1,/^```$/d; /^```$/,$d' | without_seconds)
first=${shown%%$'\n...\n'*} last=${shown##*$'\n...\n'}
[ "$first" != "$shown" ] || refuse "$readme has no block with a line \"...\" behind \"It prints:\"."
[[ $printed == "$first"$'\n'*"$last"* ]] || refuse "README.md shows
$shown
where the first command prints
$printed"
