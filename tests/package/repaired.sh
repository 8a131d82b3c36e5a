#!/usr/bin/env bash
# The repaired wheel of a build: it is tagged for any Linux of its age, both of its binaries find every library inside of it
# but those that each Linux has (C, C++ and zlib), and it fits a model.   repaired.sh TREE BUILD SCRATCH
set -euo pipefail
tree=$1
scratch=$3
export MARGINLAB_BUILD=$2
unset PYTHONPATH MARGINLAB_LIBRARY MARGINLAB_PROGRAM

fail() {
  echo "FAILED: $*"
  exit 1
}
# outside BINARY: the libraries that it takes from elsewhere than the wheel, but for those.
outside() {
  ldd "$1" | awk '/=>/ { print ($3 == "not" ? $1 " not found" : $3) }' |
    { grep -vE "^$scratch/|/lib(c|m|dl|rt|pthread|resolv|z|stdc\+\+|gcc_s)\.so" || true; }
}

if ! /usr/bin/python3 -c "import ensurepip, numpy, sklearn" 2>/dev/null; then
  echo "SKIPPED: python3-venv or python3-sklearn is not installed"
  exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch"
code=0
"$tree/scripts/package" wheel --repaired "$scratch/wheels" >"$scratch/log" 2>&1 || code=$?
if [ "$code" = 2 ]; then
  echo "SKIPPED: the index has not given what python/wheel_tools.txt names"
  exit 77
fi
[ "$code" = 0 ] || fail "$(cat "$scratch/log")"
wheels=("$scratch"/wheels/*)
[ "${#wheels[@]}" = 1 ] || fail "there is more than a wheel: ${wheels[*]}"
[[ "${wheels[0]}" == *-py3-none-manylinux_2_*_x86_64.whl ]] || fail "it is called ${wheels[0]}"

/usr/bin/python3 -m venv --system-site-packages "$scratch/environment"
"$scratch/environment/bin/pip" install --quiet --no-index "${wheels[0]}"
package=$(find "$scratch/environment/lib" -type d -path '*/site-packages/marginlab')
for binary in "$package/libmarginlab.so" "$package/program/bin/marginlab"; do
  found=$(outside "$binary")
  [ -z "$found" ] || fail "$binary takes from outside: $found"
done
# The question itself is asked of a binary that brings nothing along.
[ -n "$(outside "$MARGINLAB_BUILD/libmarginlab.so")" ] || fail "no library of the build is seen to lie outside"
cd "$scratch"
"$scratch/environment/bin/python" - <<'END'
import marginlab
x = [[-1.0], [0.0], [0.5], [1.5]]
model = marginlab.ProbabilityClassifier(method="penalised_logistic", lambdas=0.1).fit(x, [0, 0, 1, 1])
assert model.predict(x).tolist() == [0, 0, 1, 1]
model.to_file("model.h5")
assert marginlab.load("model.h5").classes == ["0", "1"]
END
"$package/program/bin/marginlab" list studies | grep -q wang2008/table1
echo "the wheel stands"
