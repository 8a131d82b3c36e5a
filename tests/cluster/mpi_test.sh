#!/usr/bin/env bash
# Studies under mpirun on this machine alone.
#   tests/cluster/mpi_test.sh PROGRAM MPI_PROGRAM SCRATCH
# Ends with 77 and a line that begins with SKIPPED where there is no MPI.
set -euo pipefail

program=$1
mpi_program=$2
scratch=$3/mpi

fail() {
  printf 'FAILED: %s\n' "$1" >&2
  tail -n 15 "$scratch"/said >&2 || true
  exit 1
}

if ! [ -x "$mpi_program" ] || ! command -v mpirun >/dev/null; then
  echo "SKIPPED: marginlab-mpi was not built (apt-get install openmpi-bin libopenmpi-dev); nothing on MPI was tested"
  exit 77
fi

rm -rf "$scratch"
mkdir -p "$scratch"
cat >"$scratch/study.yaml" <<'YAML'
title: a study long enough to be disturbed
seed: 5
replications: 40
data:
  - {source: wang2008/example1, name: one, n_train: 200, n_test: 100}
  - {source: wang2008/example2, name: two, n_train: 150, n_test: 100}
classifiers:
  - {classifier: weighted_svm, name: gaussian, kernel: gaussian}
methods:
  - {method: bracket, name: bracket, intervals: 50, tuning: {criterion: cross_validation, folds: 5, lambda: {from: 0.001, to: 10, per_decade: 8}}}
  - {method: platt, name: platt, tuning: {criterion: fixed, lambda: 1}}
metrics: [gkl, cre]
layout: {rows: [data, classifier], columns: [method], metrics: [gkl, cre]}
YAML

hash_said() { sed -n 's/.*data_hash \([0-9a-f]*\).*/\1/p' "$scratch/said" | tail -n 1; }
on_ranks() {
  local ranks=$1
  shift
  # Nothing but this machine: no interface beside the loopback is looked at. As root, mpirun wants to be told twice.
  env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader OMPI_MCA_oob_tcp_if_include=lo \
    mpirun --oversubscribe -n "$ranks" "$mpi_program" "$@" >"$scratch/out" 2>"$scratch/said"
}
# A cell that is stored twice would have been computed twice.
stored_cells() { cat "$scratch/$1"/journal*.jsonl | grep -o '"key":"[^"]*"' | sort; }

"$program" run "$scratch/study.yaml" --out "$scratch/alone" --threads 2 >"$scratch/out" 2>"$scratch/said"
expected=$(hash_said)
[ -n "$expected" ] || fail "the undisturbed run says no data_hash"

on_ranks 3 run "$scratch/study.yaml" --out "$scratch/whole" || fail "the run on three ranks ended with $?"
[ "$(hash_said)" = "$expected" ] || fail "three ranks gave other data than one process"
for rank in 1 2; do
  (($(wc -l <"$scratch/whole/journal-rank-$rank.jsonl") > 1)) || fail "rank $rank computed nothing"
done

on_ranks 3 run "$scratch/study.yaml" --out "$scratch/killed" &
mpirun_process=$!
for _ in $(seq 200); do
  [ "$(cat "$scratch"/killed/journal-rank-*.jsonl 2>/dev/null | wc -l)" -gt 8 ] && break
  sleep 0.05
done
# The run directory is in the command line of this test's ranks and of no other process.
victim=$(pgrep -n -f "$mpi_program run $scratch/study.yaml --out $scratch/killed")
kill -KILL "$victim"
if wait "$mpirun_process"; then fail "a job that lost a rank ended well"; fi
before=$(stored_cells killed | wc -l)
((before > 0)) || fail "nothing was stored before the rank was killed"
((before < 160)) || fail "the rank was killed too late to matter"
on_ranks 2 run "$scratch/study.yaml" --out "$scratch/killed" || fail "the run after the kill ended with $?"
[ "$(hash_said)" = "$expected" ] || fail "a killed rank changed the data"
[ "$(stored_cells killed | uniq -d | wc -l)" = 0 ] || fail "finished cells were computed again"

if on_ranks 2 run "$scratch/study.yaml" --out "$scratch/none" replications=none; then fail "a broken config was accepted"; fi
[ ! -e "$scratch/none" ] || fail "a broken config left a run directory"
if on_ranks 1 run "$scratch/study.yaml" --out "$scratch/none"; then fail "one rank alone was accepted"; fi

echo "passed: 3 ranks, a rank killed after $before cells and 2 ranks after it, data_hash $expected"
