#!/usr/bin/env bash
# The same with the pins of python/tests/requirements.txt in an environment of their own, and the type hints:
#   newest.sh TREE BUILD SCRATCH
set -euo pipefail
tree=$1
build=$2
scratch=$3

/usr/bin/python3 -m venv --clear "$scratch"
if ! "$scratch/bin/pip" install --quiet --requirement "$tree/python/tests/requirements.txt" >"$scratch/pip.log" 2>&1; then
  echo "SKIPPED: the index has not given what python/tests/requirements.txt names"
  exit 77
fi
export PYTHONPATH=$tree/python PYTHONDONTWRITEBYTECODE=1
export MARGINLAB_LIBRARY=$build/libmarginlab.so MARGINLAB_PROGRAM=$build/marginlab
cd "$tree/python"
"$scratch/bin/mypy" --config-file pyproject.toml --cache-dir "$scratch/mypy"
exec "$scratch/bin/python" -m unittest discover --start-directory tests --top-level-directory .
