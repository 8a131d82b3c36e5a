#include "experiments/submit/submit.hpp"

#include "experiments/command_line/verbs.hpp"

namespace experiments::command_line {
namespace {

void add_resources(CLI::App& verb, Resources& resources) {
  verb.add_option("--throttle", resources.throttle, "at most so many tasks at once (default: no limit)")
      ->check(CLI::Range(1, 1000));
  verb.add_option("--cpus", resources.cpus, "processors of a task (default: 1)")->check(CLI::Range(1, 4096));
  verb.add_option("--memory", resources.memory, "memory of a task, such as 2G (default: the cluster's)");
  verb.add_option("--partition", resources.partition, "default: the cluster's");
  verb.add_option("--account", resources.account, "default: your own");
  verb.add_option("--sbatch", resources.options,
                  "a further option of sbatch, such as --sbatch=--qos=long; may be repeated")
      ->allow_extra_args(false);
}

} // namespace

void add_submit(CLI::App& app, ExitCode& exit_code) {
  auto* verb = app.add_subcommand("submit", "Compute a study on a cluster, in shards");
  verb->require_subcommand(1);
  auto* slurm =
      verb->add_subcommand("slurm", "A Slurm array with a task a shard, and a job that merges them");
  auto request = std::make_shared<SubmitRequest>();
  slurm->add_option("CONFIG", request->config, "a path or a study name such as wang2008/table1")->required();
  slurm->add_option("OVERRIDE", request->overrides,
                    "key=value, a dotted path into the config and a YAML value");
  slurm->add_option("--shards", request->shards, "into how many tasks the study is cut, at most 1000")
      ->required();
  slurm->add_option("--time", request->time, "the time limit of a task: 55m, 2h, 1d12h, HH:MM:SS")
      ->required();
  slurm->add_option("--out", request->directory, "the run directory (default: runs/STUDY)");
  slurm->add_flag("--dry-run", request->dry_run, "print both scripts and stop");
  add_resources(*slurm, request->resources);
  slurm->footer(
      "The scripts and the logs are in the run directory's slurm/. Repeating the command sends the shards "
      "that "
      "still miss\ncells.\n"
      "Examples:\n"
      "  marginlab submit slurm wang2008/table1 --shards 40 --time 2h --dry-run\n"
      "  marginlab submit slurm wang2008/table1 replications=500 --shards 40 --time 2h --cpus 4 --memory 2G");
  slurm->callback([request, &exit_code] { exit_code = submit_to_slurm(*request); });
}

} // namespace experiments::command_line
