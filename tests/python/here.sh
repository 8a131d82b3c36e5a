#!/usr/bin/env bash
# The tests of the package with the Python that Debian brings:  here.sh TREE BUILD SCRATCH
set -euo pipefail
tree=$1
build=$2

if ! /usr/bin/python3 -c "import numpy, pandas, sklearn" 2>/dev/null; then
  echo "SKIPPED: python3-sklearn or python3-pandas is not installed"
  exit 77
fi
export PYTHONPATH=$tree/python PYTHONDONTWRITEBYTECODE=1
export MARGINLAB_LIBRARY=$build/libmarginlab.so MARGINLAB_PROGRAM=$build/marginlab
cd "$tree/python"
exec /usr/bin/python3 -m unittest discover --start-directory tests --top-level-directory .
