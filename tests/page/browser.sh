# What every test of the page in a browser needs: browser.sh SCRATCH is read by their scripts. It makes SCRATCH, puts
# the packages of package.json into it and goes there. Where Chromium, Node or a package is missing it says which, and
# the test is skipped.
skip() {
  echo "SKIPPED: $1"
  exit 77
}

enter_scratch() {
  for tool in node npm chromium; do
    command -v $tool > /dev/null || skip "no $tool (apt-get install chromium nodejs npm)"
  done
  mkdir -p "$1"
  cp "$here"/package.json "$here"/package-lock.json "$here"/*.mjs "$1"
  cd "$1"
  if ! cmp -s package-lock.json installed-lock.json; then
    npm ci --ignore-scripts --no-audit --no-fund > npm.log 2>&1 || skip "npm ci has failed ($(tail -n 1 npm.log))"
    cp package-lock.json installed-lock.json
  fi
}
