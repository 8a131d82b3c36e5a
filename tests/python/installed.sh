#!/usr/bin/env bash
# pip installs the package in a fresh environment, without a network where the machine can take it away; asked from
# another folder it answers. Built twice, the wheel has the same bytes:  installed.sh TREE BUILD SCRATCH
set -euo pipefail
tree=$1
scratch=$3
export MARGINLAB_BUILD=$2
unset PYTHONPATH MARGINLAB_LIBRARY MARGINLAB_PROGRAM

if ! /usr/bin/python3 -c "import ensurepip, numpy, sklearn" 2>/dev/null; then
  echo "SKIPPED: python3-venv or python3-sklearn is not installed"
  exit 77
fi
/usr/bin/python3 -m venv --clear --system-site-packages "$scratch/environment"
python=$scratch/environment/bin/python
offline=(unshare --map-root-user --net)
"${offline[@]}" true 2>/dev/null || offline=()
for wheels in first second; do
  rm -rf "${scratch:?}/$wheels"
  "${offline[@]}" "$python" -m pip wheel --quiet --no-deps --wheel-dir "$scratch/$wheels" "$tree/python"
done
cmp "$scratch"/first/*.whl "$scratch"/second/*.whl
"${offline[@]}" "$python" -m pip install --quiet "$tree/python"
cd "$scratch"
"$python" - <<'END'
import marginlab, numpy
from marginlab.worker import serve
assert callable(serve) and "environment" in marginlab.__file__, marginlab.__file__
x = numpy.array([[-1.0], [0.0], [0.5], [1.5]])
model = marginlab.ProbabilityClassifier(method="penalised_logistic", lambdas=0.1).fit(x, [0, 0, 1, 1])
assert model.predict(x).tolist() == [0, 0, 1, 1]
END
said=$(find "$scratch/environment/lib" -path "*/program/bin/marginlab" -exec {} list studies \;)
grep -q wang2008/table1 <<<"$said"
