#!/bin/sh
# look_test.sh PROGRAM TESTS SCRATCH: holds the first screen of the report page against the pictures beside this file,
# prints it, and opens a page of 500 numbers (look_test.mjs). TESTS is test_results, which writes that page.
# MARGINLAB_RENEW_PICTURES=1 renews the pictures; look at them before you commit them.
set -eu
program=$1
tests=$2
scratch=$3
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/page/browser.sh
. "$here/browser.sh"
enter_scratch "$scratch"
# Without its font every letter would be another.
fc-match "DejaVu Sans" 2> /dev/null | grep -q DejaVuSans.ttf || skip "no font DejaVu Sans (apt-get install fonts-dejavu)"

rm -rf run
"$program" run quickstart replications=6 --out run > run.log 2>&1
"$program" report run --format html --out report.html
if [ -n "${MARGINLAB_RENEW_PICTURES:-}" ]; then
  node look_test.mjs pictures report.html "$here/pictures" renew
  exit 0
fi
MARGINLAB_PAGE_FILE=$PWD/large.html "$tests" "a page of 500 numbers*" > large.log
MARGINLAB_PAGE_FOLDER=$PWD "$tests" "the pages of claims*" > sections.log
node look_test.mjs pictures report.html "$here/pictures"
node look_test.mjs print report.html
node look_test.mjs large large.html
for page in claims readings sweep ranks; do node look_test.mjs barriers $page.html; done

# The checks themselves are tried on pages that break a promise.
refused() {
  if node look_test.mjs "$1" broken.html "$here/pictures" > broken.log 2>&1 || ! grep -q 'FAILED' broken.log; then
    echo "FAILED: the check passes a page $2"
    exit 1
  fi
}
sed 's/\.cards{display:grid/.cards{display:block/' report.html > broken.html
refused pictures "whose cards stand below each other"
sed 's/@media print{/@media speech{/' report.html > broken.html
refused print "without a style for paper"
sed 's/<html lang="en">/<html>/' ranks.html > broken.html
refused barriers "without a language"
sed 's/<body>/<body><script>for (const end = Date.now() + 3000; Date.now() < end;);<\/script>/
     s/<meta http-equiv="Content-Security-Policy"[^>]*>//' large.html > broken.html
refused large "that stutters"
