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
# The notebook runs from its first cell to its last, and what is committed has what such a run prints.
notebook=$tree/docs/examples/svm_probabilities.ipynb
"$scratch/bin/jupyter" nbconvert --execute --to notebook --output-dir "$scratch" "$notebook" 2>"$scratch/notebook.log" ||
  { tail -n 20 "$scratch/notebook.log"; exit 1; }
"$scratch/bin/python" - "$notebook" <<'END'
import json, sys
cells = [cell for cell in json.load(open(sys.argv[1]))["cells"] if cell["cell_type"] == "code"]
assert len(cells) > 5 and all(cell["outputs"] for cell in cells[1:] if "def " not in cell["source"][0]), "no outputs"
END
cd "$tree/python"
"$scratch/bin/mypy" --config-file pyproject.toml --cache-dir "$scratch/mypy"
exec "$scratch/bin/python" -m unittest discover --start-directory tests --top-level-directory .
