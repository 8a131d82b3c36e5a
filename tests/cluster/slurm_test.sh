#!/usr/bin/env bash
# Studies on a Slurm cluster that lives on the loopback for as long as this test does.
#   tests/cluster/slurm_test.sh PROGRAM SCRATCH
# Where marginlab-mpi lies beside the program, MPI inside Slurm is tested too.
# Ends with 77 and a line that begins with SKIPPED where there is no Slurm to start.
set -euo pipefail

program=$1
scratch=$2/"o'clock 100% \$HOME" # whatever a folder may be called
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
PATH=$PATH:/usr/sbin:/sbin
# shellcheck source=tests/cluster/loopback_cluster.sh
. "$here/loopback_cluster.sh"

fail() {
  printf 'FAILED: %s\n' "$1" >&2
  local file
  for file in "$scratch"/said "$scratch"/*/slurm/*.log "$cluster"/*.log; do
    printf -- '--- the end of %s\n' "$file" >&2
    tail -n 15 "$file" >&2 || true
  done
  exit 1
}

skip() {
  printf 'SKIPPED: %s; nothing on Slurm was tested\n' "$1"
  exit 77
}

[ "$(id -u)" = 0 ] || skip "only root can start a Slurm cluster"
for command in slurmctld slurmd sbatch squeue scancel scontrol; do
  command -v "$command" >/dev/null || skip "there is no $command here (apt-get install slurm-wlm)"
done

write_study() {
  cat >"$scratch/it's a study.yaml" <<'YAML'
title: a study long enough to be disturbed
seed: 5
replications: 1600
data:
  - {source: wang2008/example1, name: one, n_train: 100, n_test: 100}
classifiers:
  - {classifier: weighted_svm, name: gaussian, kernel: gaussian}
methods:
  - {method: bracket, name: bracket, intervals: 20, tuning: {criterion: cross_validation, folds: 5, lambda: [0.01, 0.1, 1, 10]}}
  - {method: platt, name: platt, tuning: {criterion: fixed, lambda: 1}}
metrics: [gkl, cre]
layout: {rows: [data, classifier], columns: [method], metrics: [gkl, cre]}
YAML
}

unset MARGINLAB_SITE # of whoever runs the test
export XDG_CONFIG_HOME=$scratch
marginlab() { "$program" "$@" >"$scratch/out" 2>"$scratch/said"; }
submit() { marginlab submit slurm "$scratch/it's a study.yaml" --shards 4 --time 10m --out "$scratch/$1"; }
# job array|merge: the number of what was submitted last.
job() { sed -n "s/^$1 //p" "$scratch/out"; }
hash_in() { sed -n 's/.*data_hash \([0-9a-f]*\).*/\1/p' "$1" | tail -n 1; }
# cells RUN SHARD: how many are in its journal.
cells() { sed -n '/"outcome"/p' "$scratch/$1/journal-$2-of-4.jsonl" 2>/dev/null | wc -l; }
has_cells() { (($(cells "$1" "$2") > 0)); }
# program_of RUN SHARD: the process that computes it.
program_of() { pgrep -f -- "--shard $2/4 --out .*/$1 --threads"; }
# has_heard PROCESS: SIGTERM has been sent to it, and is pending as long as it is held.
has_heard() { (((0x$(sed -n 's/^ShdPnd:[[:space:]]*//p' "/proc/$1/status") >> 14) & 1)); }
requeued() { grep -q "queued again" "$scratch/$1/slurm/shard-$2.log"; }
ended() { [ -z "$(squeue --noheader --jobs="$1")" ]; }

wait_for() { # wait_for SECONDS WHAT COMMAND...
  wait_until "$1" "${@:3}" || fail "waited $1 s in vain for $2"
}

# Stops the program of a shard between its first cell and its last, so that no machine is too fast for what follows.
hold() { # hold RUN SHARD
  wait_for 30 "the first cell of shard $2" has_cells "$1" "$2"
  if ! { held=$(program_of "$1" "$2") && kill -STOP "$held"; }; then fail "shard $2 was done before it could be held"; fi
}

an_undisturbed_run() {
  marginlab run "$scratch/it's a study.yaml" --out "$scratch/whole" || fail "the undisturbed run"
  whole=$(hash_in "$scratch/said")
  [ ${#whole} -ge 16 ] || fail "the run should say its data_hash"
}

gives_the_undisturbed_hash() { # gives_the_undisturbed_hash RUN [SECONDS]
  wait_for "${2:-60}" "the merge of $1" no_jobs
  [ "$(hash_in "$scratch/$1/slurm/merge.log")" = "$whole" ] || fail "$1 should have the data of the undisturbed run"
}

nothing_is_left_to_submit() {
  submit "$1" || fail "a submission with nothing to do should end with 0"
  [ ! -s "$scratch/out" ] || fail "no job should be sent where no cell is missing"
  grep -q "nothing to do" "$scratch/said" || fail "it should say that there is nothing to do"
}

a_dry_run_writes_nothing() {
  marginlab submit slurm "$scratch/it's a study.yaml" --shards 4 --time 10m --out "$scratch/dry" --dry-run ||
    fail "a dry run should end with 0"
  grep -qx '#SBATCH --array=1-4' "$scratch/out" || fail "the array script should be printed"
  [ ! -e "$scratch/dry" ] || fail "a dry run should write nothing"
}

a_killed_task_is_all_that_is_computed_again() {
  submit killed || fail "the first submission"
  local array
  array=$(job array)
  hold killed 1
  if submit killed; then fail "a second submission should be refused while jobs run"; fi
  grep -q "are not done" "$scratch/said" || fail "the refusal should say that jobs are not done"
  scancel --full --signal=KILL "${array}_1" || fail "shard 1 was done before it was killed"
  wait_for 60 "the end of all jobs" no_jobs
  submit killed || fail "the second submission"
  grep -qx '#SBATCH --array=1' "$scratch/killed/slurm/shards.sbatch" || fail "only shard 1 should be sent again"
  gives_the_undisturbed_hash killed
  nothing_is_left_to_submit killed
}

# The signal is the one that Slurm sends to the script alone when the time is nearly up.
a_task_that_runs_out_of_time_commits_and_is_queued_again() {
  submit timed || fail "the submission"
  local array stored
  array=$(job array)
  hold timed 2
  scancel --batch --signal=TERM "${array}_2" || fail "shard 2 was done before it was signalled"
  wait_for 20 "the script to pass the signal on" has_heard "$held"
  kill -CONT "$held"
  wait_for 20 "the program to commit" requeued timed 2
  stored=$(cells timed 2)
  gives_the_undisturbed_hash timed
  (($(cells timed 2) == 800)) || fail "shard 2 should have each of its 800 cells once, $stored of them before"
}

a_cancelled_task_commits_and_stays_away() {
  submit cancelled || fail "the submission"
  local array
  array=$(job array)
  hold cancelled 1
  scancel "$array" || fail "the array was done before it was cancelled"
  wait_for 30 "the end of the array" ended "$array"
  grep -q "ended with 143" "$scratch/cancelled/slurm/shard-1.log" || fail "the program should end with 143"
  if requeued cancelled 1; then fail "what is cancelled should not be queued again"; fi
  wait_for 30 "the merge" no_jobs
  submit cancelled || fail "the second submission"
  gives_the_undisturbed_hash cancelled
}

# What the tasks compute is the study as it was submitted; the config may change as soon as submit is back.
an_edited_config_changes_no_job_that_waits() {
  submit edited || fail "the submission"
  cp "$scratch/out" "$scratch/sent"
  hold edited 1
  marginlab status "$scratch/edited" || fail "status while tasks run"
  grep -Eq "job $(sed -n 's/^array //p' "$scratch/sent")_1 is RUNNING" "$scratch/out" || fail "status should name the task that runs"
  grep -Eq "job $(sed -n 's/^merge //p' "$scratch/sent") is PENDING [(]Dependency[)]" "$scratch/out" ||
    fail "status should say why the merge waits"
  sed -i.before 's/^seed: 5/seed: 6/' "$scratch/it's a study.yaml"
  kill -CONT "$held"
  gives_the_undisturbed_hash edited
  submit edited || fail "the submission of the edited study"
  grep -q "0 already stored" "$scratch/said" || fail "the edited study should have no cell yet"
  scancel "$(job array)" "$(job merge)"
  wait_until 60 no_jobs || fail "the cancelled jobs should go"
  mv "$scratch/it's a study.yaml.before" "$scratch/it's a study.yaml"
}

# SBATCH_ variables count more than what a script asks for, and less than what sbatch is told.
variables_of_the_environment_change_no_job() {
  SBATCH_ARRAY_INX=1-2 SBATCH_TIMELIMIT=1 submit varied || fail "the submission"
  hold varied 1
  [ "$(squeue --noheader --jobs="$(job array)" --format=%l | sort -u)" = 10:00 ] || fail "the time should be as submitted"
  merge_runs_beside_shards varied
  kill -CONT "$held"
  gives_the_undisturbed_hash varied
}

merge_runs_beside_shards() {
  local code=0
  marginlab merge "$scratch/$1" || code=$?
  [ "$code" = 75 ] || fail "a merge beside shards should end with 75, because cells are missing, got $code"
}

two_submissions_at_once_send_one_job() {
  local codes
  codes=$(for i in 1 2; do
    {
      "$program" submit slurm "$scratch/it's a study.yaml" --shards 4 --time 10m --out "$scratch/twice" \
        >"$scratch/out.$i" 2>"$scratch/said.$i"
      echo $?
    } &
  done; wait)
  [ "$(sort <<<"$codes" | tr '\n' ' ')" = "0 2 " ] || fail "one of two submissions should be sent, got $codes"
  [ "$(cat "$scratch"/out.[12] | grep -c '^array ')" = 1 ] || fail "one array should be sent"
  scancel "$(cat "$scratch"/out.[12] | sed -n 's/^array //p')" "$(cat "$scratch"/out.[12] | sed -n 's/^merge //p')"
  wait_until 60 no_jobs || fail "the cancelled jobs should go"
}

# --wait comes back when the table is there; cancel ends the array and the merge.
submit_waits_and_cancel_ends_both() {
  marginlab submit slurm "$scratch/it's a study.yaml" --shards 2 --time 10m --out "$scratch/awaited" --wait ||
    fail "a submission that waits should end with 0 where every cell is there"
  gives_the_undisturbed_hash awaited
  submit given_up || fail "the submission"
  marginlab cancel "$scratch/given_up" || fail "cancel should end with 0"
  grep -q "cancelled" "$scratch/said" || fail "cancel should say what it cancelled"
  wait_until 60 no_jobs || fail "cancel should end the array and the merge"
  marginlab cancel "$scratch/given_up" || fail "a second cancel should end with 0"
  grep -q "no job of" "$scratch/said" || fail "a second cancel should find no job"
}

# What is on a node that the cluster gave up may still hold the lock for a while.
a_task_waits_for_one_that_still_commits() {
  local holder=$scratch/locked/lock-1-of-4
  mkdir -p "$scratch/locked"
  exec 8>"$holder"
  flock 8
  submit locked || fail "the submission"
  wait_for 60 "a task that waits for the lock" grep -qs "waiting for it" "$scratch/locked/slurm/shard-1.log"
  flock -u 8
  exec 8>&-
  gives_the_undisturbed_hash locked
}

# A task is killed as the kernel kills one for its memory. The merge finds cells missing, and sends them again by itself.
what_is_missing_is_sent_again() {
  marginlab submit slurm "$scratch/it's a study.yaml" --shards 4 --time 10m --out "$scratch/retried" --retries 1 \
    --time-factor 1.5 || fail "the submission"
  hold retried 2
  kill -KILL "$held"
  wait_for 60 "the second submission" grep -qs "sent again" "$scratch/retried/slurm/merge.log"
  wait_until 60 no_jobs || fail "all jobs should end"
  grep -q "It was killed, most often for its memory" "$scratch/retried/slurm/shard-2.log" || fail "the log should name the memory"
  grep -qx '#SBATCH --array=2' "$scratch/retried/slurm/shards.sbatch" || fail "shard 2 alone should be sent again"
  grep -qx '#SBATCH --time=00:15:00' "$scratch/retried/slurm/shards.sbatch" || fail "it should get more time"
  gives_the_undisturbed_hash retried
}

# A task that fails is named by status with its log, and what is left can be cut anew.
what_failed_is_named_and_cut_anew() {
  submit recut || fail "the submission"
  hold recut 3
  kill -KILL "$held"
  wait_until 60 no_jobs || fail "all jobs should end"
  marginlab status "$scratch/recut" || fail "status after the jobs"
  grep -q "_3 is FAILED.*its log says why" "$scratch/out" || fail "status should name the task that failed"
  grep -q "recut/slurm/shard-3.log" "$scratch/out" || fail "status should name its log"
  if marginlab submit slurm "$scratch/it's a study.yaml" --shards 2 --time 10m --out "$scratch/recut"; then
    fail "another number of shards should be refused unasked"
  fi
  grep -q "add --reshard" "$scratch/said" || fail "the refusal should name --reshard"
  marginlab submit slurm "$scratch/it's a study.yaml" --shards 2 --time 10m --out "$scratch/recut" --reshard ||
    fail "the submission of what is left"
  grep -q "journals of 4 shards are joined" "$scratch/said" || fail "it should say that journals are joined"
  gives_the_undisturbed_hash recut
}

# What a person says once of his cluster reaches every job; what can never start is not sent.
a_site_is_read_and_its_limits_are_known() {
  cat >"$scratch/site.yaml" <<'YAML'
before: |
  export FROM_THE_SITE=yes; echo "site: $FROM_THE_SITE"
sbatch: [--comment=sited]
YAML
  marginlab submit slurm "$scratch/it's a study.yaml" --shards 4 --time 10m --out "$scratch/sited" \
    --site "$scratch/site.yaml" || fail "the submission"
  gives_the_undisturbed_hash sited
  grep -q "site: yes" "$scratch/sited/slurm/shard-1.log" || fail "the site's lines should run before the program"
  local code=0
  marginlab submit slurm "$scratch/it's a study.yaml" --shards 4 --time 10m --out "$scratch/beyond" --cpus 64 || code=$?
  [ "$code" = 2 ] || fail "what can never start should end with 2, got $code"
  grep -q -- "--cpus 64 can never start" "$scratch/said" || fail "the sentence should say what can never start"
  [ ! -e "$scratch/beyond" ] || fail "nothing should be written"
}

# One job of three ranks in the place of the array.
ranks_inside_slurm_compute_the_same() {
  if ! [ -x "$(dirname "$program")/marginlab-mpi" ]; then
    echo "SKIPPED in part: marginlab-mpi was not built, so MPI inside Slurm was not tested"
    return
  fi
  # As root, and with nothing but the loopback.
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader
  marginlab submit slurm "$scratch/it's a study.yaml" --mpi 2 --time 10m --out "$scratch/ranks" || fail "the submission"
  gives_the_undisturbed_hash ranks 240 # ranks that wait take a processor each
  [ -s "$scratch/ranks/journal-rank-1.jsonl" ] || fail "a rank should have computed"
}

what_slurm_cannot_be_told_is_refused() {
  local code=0
  marginlab submit slurm "$scratch/it's a study.yaml" --shards 4 --time 10m --out "$scratch/a\\b" || code=$?
  [ "$code" = 2 ] || fail "a backslash in --out should end with 2, got $code"
  [ ! -e "$scratch/a\\b" ] || fail "nothing should be written"
}

without_slurm_one_sentence_says_so() {
  local code=0
  PATH=/nowhere marginlab submit slurm "$scratch/it's a study.yaml" --shards 4 --time 10m --out "$scratch/none" ||
    code=$?
  [ "$code" = 2 ] || fail "without squeue the exit code should be 2, got $code"
  grep -q "squeue is not installed" "$scratch/said" || fail "the sentence should name squeue"
  [ ! -e "$scratch/none" ] || fail "nothing should be written"
}

rm -rf "$scratch"
mkdir -p "$scratch"
cluster=$(mktemp -d)
trap 'stop_cluster; rm -rf "$cluster"' EXIT
trap 'exit 130' INT TERM
write_study
a_dry_run_writes_nothing
what_slurm_cannot_be_told_is_refused
without_slurm_one_sentence_says_so
an_undisturbed_run
start_cluster "$cluster" || fail "the loopback cluster should come up within 20 s"
a_killed_task_is_all_that_is_computed_again
a_task_that_runs_out_of_time_commits_and_is_queued_again
a_cancelled_task_commits_and_stays_away
an_edited_config_changes_no_job_that_waits
variables_of_the_environment_change_no_job
two_submissions_at_once_send_one_job
submit_waits_and_cancel_ends_both
a_task_waits_for_one_that_still_commits
what_is_missing_is_sent_again
what_failed_is_named_and_cut_anew
a_site_is_read_and_its_limits_are_known
ranks_inside_slurm_compute_the_same
echo "Slurm computes what one process computes, whatever happens to its tasks"
