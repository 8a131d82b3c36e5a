#include "experiments/run/run.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/contract.hpp"
#include "core/settings/words.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/run/answers.hpp"
#include "experiments/run/estimate.hpp"
#include "experiments/run/merge.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/slurm/submit.hpp"
#include "experiments/terminal/durations.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/record/json_value.hpp"

namespace experiments::command_line {
namespace {

double duration(const std::string& option, const std::string& text) {
  const auto seconds = seconds_of(text);
  core::require(seconds.has_value(), option + " " + text +
                                         " is no duration. The number or its unit is missing. Write " +
                                         duration_grammar + ".");
  return *seconds;
}

void add_limits(CLI::App& verb, const std::shared_ptr<RunOptions>& options) {
  verb.add_flag_callback(
      "--fail-fast", [options] { options->max_failures = 1; }, "stop at the first failed cell");
  verb.add_option("--max-failures", options->max_failures, "stop after so many failed cells")
      ->check(CLI::Range(std::int64_t{1}, std::numeric_limits<std::int64_t>::max()));
  verb.add_option_function<std::string>(
      "--time-budget",
      [options](const std::string& text) { options->time_budget = duration("--time-budget", text); },
      "stop in time to commit within it, and exit with 75: 55m, 2h");
}

/// `seconds` is a member of what `owner` owns.
void add_lock_wait(CLI::App& verb, const std::shared_ptr<void>& owner, double& seconds) {
  verb.add_option_function<std::string>(
      "--lock-wait", [owner, &seconds](const std::string& text) { seconds = duration("--lock-wait", text); },
      "wait so long for a run that uses the folder, instead of refusing at once: 30s, 10m");
}

void add_snapshots(CLI::App& verb, const std::shared_ptr<RunOptions>& options) {
  verb.add_option_function<std::string>(
      "--snapshot-every",
      [options](const std::string& text) {
        options->snapshot_every = duration("--snapshot-every", text);
        core::require(
            options->snapshot_every > 0,
            "--snapshot-every " + text +
                " is too short, because results.h5 would be written all the time. Write 30s, or 0.1s "
                "for a small study.");
      },
      "renew results.h5 so often while it runs; the journal has every cell at once (default: 30s)");
}

const core::Words<bool> isolations{{"none", false}, {"process", true}};

void add_isolation(CLI::App& verb, const std::shared_ptr<RunOptions>& options) {
  verb.add_option_function<std::string>(
          "--isolate", [options](const std::string& how) { options->isolate = isolations.of(how); },
          "none, or process: a crash, or a limit below, costs one cell (default: none)")
      ->check(CLI::IsMember(isolations.all()));
  verb.add_option_function<std::string>(
      "--cell-timeout",
      [options](const std::string& text) { options->cell_limits.seconds = duration("--cell-timeout", text); },
      "end a cell that takes longer; with --isolate process");
  verb.add_option_function<std::uint64_t>(
          "--cell-memory", [options](const std::uint64_t& bytes) { options->cell_limits.bytes = bytes; },
          "address space of a process, such as 4G; with --isolate process")
      ->transform(CLI::AsSizeValue(false));
}

struct PlanRequest {
  RunOptions options;
  bool with_pilot = false, as_json = false;
};

results::OrderedJson forecast_json(const Forecast& forecast) {
  return {{"low", results::json_number(forecast.low)},
          {"likely", results::json_number(forecast.likely)},
          {"high", results::json_number(forecast.high)}};
}

/// What is known of it; null where 0 says that nothing is.
results::OrderedJson known_bytes(double bytes) {
  return bytes > 0 ? results::json_number(bytes) : results::OrderedJson(nullptr);
}

results::OrderedJson points_json(const Plan& plan) {
  results::OrderedJson out = results::OrderedJson::array();
  for (const results::Point& point : plan.points) {
    const auto setting = static_cast<std::size_t>(point.setting);
    out.push_back({{"setting", plan.keys[setting]}, {"at", point.at}, {"canonical", plan.texts[setting]}});
  }
  return out;
}

std::string plan_json(const Study& study, const Estimate& made, const std::filesystem::path& directory) {
  results::OrderedJson out{{"format", "marginlab-plan"},
                           {"format_version", "1.0"},
                           {"study", study.study},
                           {"directory", directory.string()},
                           {"arithmetic", study.arithmetic},
                           {"replications", study.plan.replications},
                           {"cells", study.plan.cells()},
                           {"stored", made.stored},
                           {"left", made.left},
                           {"timed", made.timed},
                           {"piloted", made.piloted},
                           {"threads", made.workers},
                           {"processor_seconds", forecast_json(made.processor)},
                           {"wall_seconds", forecast_json(made.wall)},
                           {"longest_group_seconds", results::json_number(made.longest)},
                           {"journal_bytes", known_bytes(made.journal_bytes)},
                           {"memory_bytes", known_bytes(made.memory)}};
  out["points"] = points_json(study.plan);
  out["warnings"] = results::OrderedJson::array();
  for (const StudyObjection& warning : study.warnings) out["warnings"].push_back(warning.sentence);
  out["missing_data"] = missing_data(study.plan);
  return results::json_answer(out);
}

void print_plan(const PlanRequest& request) {
  const RunOptions& options = request.options;
  const Study study = study_of(options);
  const auto directory = options.directory_of(study);
  const int workers = options.threads > 0 ? options.threads : default_threads();
  const Estimate made = estimate(study, directory, workers, request.with_pilot);
  if (request.as_json)
    fmt::print("{}", plan_json(study, made, directory));
  else
    print_text("{}: {}\n{}\n{}", study.study, study.arithmetic, text(made, directory), listing(study.plan));
  for (const std::string& sentence : missing_data(study.plan)) log()->warn("{}", sentence);
}

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

void add_retries(CLI::App& verb, SubmitRequest& request) {
  verb.add_option("--retries", request.retries,
                  "send what is missing at the end again by itself, so often (default: never)");
  verb.add_option("--time-factor", request.time_factor, "each time with so many times the time limit");
  verb.add_option("--memory-factor", request.memory_factor, "each time with so many times the memory");
}

/// Filled in as the words are parsed; a value that cannot be read is a UserError.
std::shared_ptr<RunOptions> add_run_options(CLI::App& verb) {
  auto options = std::make_shared<RunOptions>();
  verb.add_option(
          "CONFIG", options->config,
          "a path, a study name such as wang2008/table1, or a run directory: the study that is stored "
          "there, whatever has become of its config")
      ->required();
  verb.add_option("OVERRIDE", options->overrides,
                  "key=value, a dotted path into the config and a YAML value");
  verb.add_option("--out", options->directory, "the run directory (default: runs/STUDY)");
  verb.add_option("--threads", options->threads, "default: all processors")->check(CLI::Range(1, 4096));
  verb.add_option_function<std::string>(
      "--shard", [options](const std::string& text) { options->shard = parse_shard(text); },
      "i/n: compute the i-th of n parts into a journal of its own; slurm: that of this array task");
  verb.add_flag("--dry-run", options->dry_run, "print the plan and stop");
  verb.add_flag("--replace", options->replace,
                "take over a run directory that holds another study; its cells stay in the journal");
  verb.add_flag("--force", options->force, "begin although the run is guessed to take more than 30 days");
  verb.add_flag("--no-lock", options->no_lock,
                "where the file system has no locks: see to it yourself that no other run uses the folder");
  add_lock_wait(verb, options, options->lock_wait);
  verb.add_option("--design", options->design,
                  "refuse a study that has another design_hash; Slurm's tasks ask so");
  verb.add_flag("--verify", options->verify, "exit with 4 if a verdict of the table is off");
  CLI::Option* const quiet = verb.add_flag("--quiet", options->quiet, "no progress");
  verb.add_flag("--follow", options->follow, "on a terminal: draw the table in place while it fills")
      ->excludes(quiet);
  verb.add_flag("--details", options->details, "print every standard error, z and convention");
  add_limits(verb, options);
  add_snapshots(verb, options);
  add_isolation(verb, options);
  return options;
}

} // namespace

Action add_run(CLI::App& verb, const Runner& runner) {
  const auto options = add_run_options(verb);
  verb.footer(
      "Repeating the command resumes: finished cells are never computed twice.\n"
      "Exit codes: 0 all ok; 2 usage or config; 3 finished with failed cells; 4 --verify and a verdict is "
      "off;\n"
      "75 interrupted and resumable; 130, 143 ended by SIGINT, SIGTERM (resumable as well).\n"
      "Examples:\n"
      "  marginlab run wang2008/table1\n"
      "  marginlab run wang2008/table1 replications=500 --threads 8\n"
      "  marginlab run quickstart --follow\n"
      "  marginlab run my_study.yaml methods.bracket.intervals=10 --out runs/ten --verify\n"
      "  marginlab run my_study.yaml until='{mcse: 0.002, of: gkl, max: 2000}'\n"
      "  marginlab run wang2008/table3 --time-budget 55m\n"
      "  marginlab run my_study.yaml --isolate process --cell-timeout 10m --cell-memory 4G\n"
      "  marginlab run wang2008/table3 --shard 3/40 --out /shared/table3");
  return [options, runner] { return runner(*options); };
}

Action add_plan(CLI::App& verb) {
  auto request = std::make_shared<PlanRequest>();
  RunOptions* const options = &request->options;
  verb.add_option("CONFIG", options->config, "a path or a study name")->required();
  verb.add_option("OVERRIDE", options->overrides, "key=value, as for run");
  verb.add_option("--out", options->directory, "the run directory (default: runs/STUDY)");
  verb.add_option("--threads", options->threads, "for the estimate of time")->check(CLI::Range(1, 4096));
  verb.add_flag("--pilot", request->with_pilot,
                "time one replicate of what was never timed, at most about a minute, instead of guessing");
  verb.add_flag("--json", request->as_json, "as JSON, the times in seconds");
  verb.footer(
      "Times are ranges, from the cells stored in the run directory; those of settings that are not among "
      "them\n"
      "are guessed from method and size, or timed by --pilot, which also tells memory and disk.\n"
      "Examples:\n"
      "  marginlab plan wang2008/table1 replications=500\n"
      "  marginlab plan wang2008/table1 --json");
  return [request] {
    print_plan(*request);
    return 0;
  };
}

Action add_submit_slurm(CLI::App& verb) {
  auto request = std::make_shared<SubmitRequest>();
  verb.add_option("CONFIG", request->config,
                  "a path, a study name such as wang2008/table1, or a run directory")
      ->required();
  verb.add_option("OVERRIDE", request->overrides,
                  "key=value, a dotted path into the config and a YAML value");
  verb.add_option("--shards", request->shards, "into how many tasks the study is cut, at most 1000");
  verb.add_option("--mpi", request->ranks,
                  "or one job of so many ranks of MPI, by marginlab-mpi; rank 0 hands the cells out")
      ->check(CLI::Range(2, 100000));
  verb.add_option("--time", request->time, "the time limit of a task: 55m, 2h, 1d12h, HH:MM:SS")->required();
  verb.add_option("--out", request->directory, "the run directory (default: runs/STUDY)");
  verb.add_flag("--dry-run", request->dry_run, "print both scripts and stop");
  verb.add_flag(
      "--wait", request->wait,
      "return once the jobs are done: 0 with every cell, 3 where cells failed, 75 where some are missing");
  verb.add_flag("--no-lock", request->no_lock,
                "where the file system has no locks: every task and the merge run so");
  verb.add_flag("--force", request->force, "submit although a task is guessed to take more than 30 days");
  verb.add_flag("--reshard", request->reshard, "cut what is left into another number of shards than before");
  verb.add_option("--site", request->site,
                  "a file that says what every job asks for: partition, account, modules (default: "
                  "MARGINLAB_SITE, else ~/.config/marginlab/slurm.yaml)");
  add_retries(verb, *request);
  add_resources(verb, request->resources);
  verb.footer(
      "The scripts and the logs are in the run directory's slurm/. Repeating the command sends the shards "
      "that "
      "still miss\ncells.\n"
      "Examples:\n"
      "  marginlab submit slurm wang2008/table1 --shards 40 --time 2h --dry-run\n"
      "  marginlab submit slurm wang2008/table1 replications=500 --shards 40 --time 2h --cpus 4 --memory 2G\n"
      "  marginlab submit slurm my_study.yaml --shards 40 --time 1h --memory 2G --retries 2 --memory-factor "
      "2");
  return [request] { return submit_to_slurm(*request); };
}

Action add_cancel(CLI::App& verb) {
  auto directory = std::make_shared<std::string>();
  verb.add_option("DIR", *directory, "a run directory whose jobs are queued or running")->required();
  verb.footer(
      "The array and the merge end together. What they have stored stays.\n"
      "Example:\n  marginlab cancel runs/wang2008/table1");
  return [directory] { return cancel_on_slurm(*directory); };
}

Action add_merge(CLI::App& verb) {
  auto directories = std::make_shared<std::vector<std::filesystem::path>>();
  verb.add_option("DIR", *directories, "run directories of one study; the first takes the others' cells in")
      ->required();
  auto options = std::make_shared<MergeOptions>();
  verb.add_flag("--no-lock", options->no_lock, "where the file system has no locks, as for run");
  add_lock_wait(verb, options, options->lock_wait);
  verb.add_option("--design", options->design,
                  "refuse where the first study has another design_hash, as for run");
  verb.footer(
      "The union of all cells; one that is stored twice with different values is an error (exit code 3).\n"
      "Shards may go on meanwhile: what they have stored is taken in.\n"
      "Exit code 75 if cells are missing: run their shards, and merge again.\n"
      "Examples:\n"
      "  marginlab merge runs/wang2008/table3\n"
      "  marginlab merge here/table3 /mnt/there/table3");
  return [directories, options] { return merge(*directories, *options); };
}

} // namespace experiments::command_line
