# shellcheck shell=bash
# A Slurm cluster of this machine alone, for a test: two processors, no systemd, no munge, no cgroups, nothing but the
# loopback, every file below one folder. To be sourced.

# free_port: a TCP port on which nobody listens.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 10000))
    (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  echo "$port"
}

# wait_until SECONDS COMMAND...: false where the command is still false then.
wait_until() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.05
  done
}

# A requeued task waits as long as a credential lives, 120 seconds by default.
write_slurm_conf() {
  local folder=$1 host
  host=$(hostname -s)
  mkdir -p "$folder"/{state,spool}
  cat >"$folder/slurm.conf" <<CONF
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
AuthType=auth/none
AuthInfo=cred_expire=5
CredType=cred/none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
SlurmdParameters=config_overrides
KillWait=5
MailProg=/bin/true
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=2
PartitionName=all Nodes=ALL Default=YES
CONF
  # Without a word on cgroups slurmd looks for them, and ends where there are none to be found.
  echo CgroupPlugin=cgroup/v1 >"$folder/cgroup.conf"
}

node_is_idle() { [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ]; }
no_jobs() { [ -z "$(squeue --noheader)" ]; }

# start_cluster FOLDER: exports SLURM_CONF; false where the cluster does not come up. The daemons end after ten minutes
# even if nobody is left to stop them.
start_cluster() {
  write_slurm_conf "$1"
  export SLURM_CONF=$1/slurm.conf
  timeout --kill-after=5 600 slurmctld -D >"$1/slurmctld.out" 2>&1 &
  daemons=("$!")
  timeout --kill-after=5 600 slurmd -D >"$1/slurmd.out" 2>&1 &
  daemons+=("$!")
  wait_until 20 node_is_idle
}

# Ends the jobs, then the daemons, whatever state they are in.
stop_cluster() {
  [ -n "${daemons:-}" ] || return 0
  timeout 5 scancel --full --signal=KILL --user=root 2>/dev/null || true
  timeout 5 scancel --user=root 2>/dev/null || true
  wait_until 10 no_jobs 2>/dev/null || true
  kill -TERM "${daemons[@]}" 2>/dev/null || true
  wait_until 10 daemons_are_gone || true
  wait 2>/dev/null || true
}
daemons_are_gone() { ! kill -0 "${daemons[@]}" 2>/dev/null; }
