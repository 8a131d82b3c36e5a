#!/bin/sh
# page_test.sh PROGRAM SCRATCH: makes the report page of a small run and opens it in a browser (page_test.mjs). Where
# Chromium, Node or the packages of package.json are missing it says which, and is skipped.
set -eu
program=$1
scratch=$2
here=$(cd "$(dirname "$0")" && pwd)

# shellcheck source=tests/page/browser.sh
. "$here/browser.sh"
enter_scratch "$scratch"
rm -rf run
"$program" run quickstart replications=6 --out run > run.log 2>&1
"$program" report run --format html --out report.html
node page_test.mjs report.html

# The check itself is tried on pages that break a promise: one without a language, one that asks the network, one whose
# script is not the one that the policy names.
refused() {
  if node page_test.mjs broken.html once > broken.log 2>&1 || ! grep -q 'FAILED' broken.log; then
    echo "FAILED: the check passes a page $1"
    exit 1
  fi
}
sed 's/<html lang="en">/<html>/' report.html > broken.html
refused "without a language"
sed 's,</main>,<img alt="" src="https://example.org/a.png"/></main>,' report.html > broken.html
refused "that asks the network"
sed 's/"ArrowRight"/"ArrowUp"/' report.html > broken.html
refused "whose script is another"
