#!/usr/bin/env bash
# scripts/site as a user calls it:  site_test.sh TREE PROGRAM SCRATCH
# It makes a run, the site with its report, and asks for what has to be in it. Where mkdocs is missing it is skipped.
set -euo pipefail
tree=$1
program=$2
scratch=$3
site=$scratch/site

fail() {
  echo "FAILED: $*"
  exit 1
}
holds() { grep -qF -- "$2" "$site/$1" || fail "$1 does not hold '$2'"; }

if ! command -v mkdocs >/dev/null; then
  echo "SKIPPED: mkdocs is not installed (apt-get install mkdocs)"
  exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch/mine"
"$program" run quickstart replications=6 --out "$scratch/run" >"$scratch/run.log" 2>&1

# A folder that holds other files is not emptied.
echo precious >"$scratch/mine/notes"
code=0
"$tree/scripts/site" --out "$scratch/mine" --runs "$scratch/none" 2>"$scratch/refused" || code=$?
[ "$code" = 2 ] || fail "a folder of other files, and a run that is not there, end with exit code $code"
[ "$(cat "$scratch/mine/notes")" = precious ] || fail "a folder of other files was emptied"
if ! grep -q "is not a site" "$scratch/refused" || ! grep -q "none' is not there" "$scratch/refused"; then
  fail "it does not say both mistakes: $(cat "$scratch/refused")"
fi

# Twice, because the second call has to take the place of the first.
for _ in 1 2; do
  "$tree/scripts/site" --out "$site" --runs "$scratch/run" --program "$program" >"$scratch/site.log" 2>&1 ||
    fail "$(cat "$scratch/site.log")"
done
holds index.html "Do the numbers in this paper hold"
holds search/search_index.json "Monte Carlo standard error"
holds search/search_index.json "results/tables/wang2008/table1.html"
holds reports.html "reports/index.html"
holds reports/index.html "quickstart"
holds reference/c.html "marginlab_predict"
holds reference/python.html "ProbabilityClassifier"
holds reference/cpp/core-solver-interior.html "Mehrotra 1992"
holds results/tables/wang2008/table1.html "Example 1"
holds configs/wang2008/table1.yaml.html "replications"
echo "the site stands"
