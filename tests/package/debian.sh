#!/usr/bin/env bash
# The Debian package of a build: lintian finds no error, it names its libraries, and what it holds runs from where it is.
#   debian.sh TREE BUILD SCRATCH
set -euo pipefail
tree=$1
build=$2
scratch=$3

fail() {
  echo "FAILED: $*"
  exit 1
}
for tool in lintian dpkg-shlibdeps dpkg-deb; do
  command -v "$tool" >/dev/null || {
    echo "SKIPPED: $tool is not installed (apt-get install lintian)"
    exit 77
  }
done
rm -rf "$scratch"
mkdir -p "$scratch/elsewhere"
cpack --config "$build/CPackConfig.cmake" -G DEB -B "$scratch" >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
package=$(find "$scratch" -maxdepth 1 -name '*.deb')
[ -f "$package" ] || fail "no package was made: $(cat "$scratch/log")"

version=$(sed -n 's/^project(marginlab VERSION \([0-9.]*\).*/\1/p' "$tree/CMakeLists.txt")
[ "$(dpkg-deb --field "$package" Version)" = "$version" ] || fail "it is not of version $version"
dpkg-deb --field "$package" Depends | grep -q "libhdf5.*libssl" || fail "it does not name its libraries"
# Whoever builds as root is no mistake of the package.
lintian --fail-on error --allow-root "$package" >"$scratch/lintian" 2>&1 || fail "$(cat "$scratch/lintian")"

# lintian itself is asked about a package that lacks its copyright.
dpkg-deb --raw-extract "$package" "$scratch/wrong"
rm "$scratch/wrong/usr/share/doc/marginlab/copyright"
dpkg-deb --root-owner-group --build "$scratch/wrong" "$scratch/wrong.deb" >/dev/null
lintian --fail-on error --allow-root "$scratch/wrong.deb" >"$scratch/lintian_wrong" 2>&1 && fail "a package without a copyright passes"

dpkg-deb --extract "$package" "$scratch/root"
cd "$scratch/elsewhere"
program=$scratch/root/usr/bin/marginlab
readelf --dynamic "$program" | grep -qE 'R(UN)?PATH' && fail "the program looks for libraries in a folder of its own"
[[ "$("$program" --version)" == *"$version"* ]] || fail "the program is not of version $version"
"$program" list studies >listed
grep -q wang2008/table1 listed || fail "the program does not find its configs"
"$program" run quickstart replications=2 >run.log 2>&1 || fail "$(cat run.log)"
echo "the package stands"
