#!/usr/bin/env bash
# Headers alone and together: headers_test.sh FOLDER COMPILER [OPTION...], run at the root of the tree. A header with a
# source of its own is proven by that source, which includes it first; every other is compiled by itself here. Then one
# file includes all of them, so that no two give one name to two things.
set -euo pipefail

folder=$1
shift
compile=("$@" -std=c++20 -fsyntax-only)
mapfile -t headers < <(find core datasets results experiments -name '*.hpp' -not -path '*/mpi/*' | sort)
rm -rf "$folder"
mkdir -p "$folder"
failed=0
for header in "${headers[@]}"; do
  printf '#include "%s"\n' "$header" >>"$folder/together.cpp"
  [ ! -e "${header%.hpp}.cpp" ] || continue
  printf '#include "%s"\n' "$header" >"$folder/alone.cpp"
  "${compile[@]}" "$folder/alone.cpp" || { echo "$header does not stand alone"; failed=1; }
done
"${compile[@]}" "$folder/together.cpp" || { echo "the headers do not go together"; failed=1; }
exit $failed
