#include "experiments/command_line/run_options.hpp"

#include "core/contract.hpp"
#include "experiments/duration.hpp"

namespace experiments::command_line {
namespace {

double duration(const std::string& option, const std::string& text) {
  const auto seconds = seconds_of(text);
  core::require(
      seconds.has_value(),
      option + " " + text + ": no duration (the number or its unit is missing) write " + duration_grammar);
  return *seconds;
}

void add_limits(CLI::App& verb, const std::shared_ptr<RunRequest>& request) {
  verb.add_flag_callback(
      "--fail-fast", [request] { request->campaign.max_failures = 1; }, "stop at the first failed cell");
  verb.add_option("--max-failures", request->campaign.max_failures, "stop after so many failed cells")
      ->check(CLI::Range(std::int64_t{1}, std::numeric_limits<std::int64_t>::max()));
  verb.add_option_function<std::string>(
      "--time-budget",
      [request](const std::string& text) { request->campaign.time_budget = duration("--time-budget", text); },
      "stop in time to commit within it, and exit with 75: 55m, 2h");
}

void add_snapshots(CLI::App& verb, const std::shared_ptr<RunRequest>& request) {
  verb.add_option_function<std::string>(
      "--snapshot-every",
      [request](const std::string& text) {
        request->campaign.snapshot_every = duration("--snapshot-every", text);
        core::require(request->campaign.snapshot_every > 0,
                      "--snapshot-every " + text +
                          ": too short (results.h5 would be written all the time) "
                          "write 30s, or 0.1s for a small study");
      },
      "renew results.h5 so often while it runs; the journal has every cell at once (default: 30s)");
}

void add_isolation(CLI::App& verb, const std::shared_ptr<RunRequest>& request) {
  verb.add_option_function<std::string>(
          "--isolate", [request](const std::string& how) { request->isolate = how == "process"; },
          "none, or process: a crash, or a limit below, costs one cell (default: none)")
      ->check(CLI::IsMember({"none", "process"}));
  verb.add_option_function<std::string>(
      "--cell-timeout",
      [request](const std::string& text) { request->cell_limits.seconds = duration("--cell-timeout", text); },
      "end a cell that takes longer; with --isolate process");
  verb.add_option_function<std::uint64_t>(
          "--cell-memory", [request](const std::uint64_t& bytes) { request->cell_limits.bytes = bytes; },
          "address space of a process, such as 4G; with --isolate process")
      ->transform(CLI::AsSizeValue(false));
}

} // namespace

std::shared_ptr<RunRequest> add_run_options(CLI::App& verb) {
  auto request = std::make_shared<RunRequest>();
  verb.add_option("CONFIG", request->config, "a path or a study name such as wang2008/table1")->required();
  verb.add_option("OVERRIDE", request->overrides,
                  "key=value, a dotted path into the config and a YAML value");
  verb.add_option("--out", request->campaign.directory, "the run directory (default: runs/STUDY)");
  verb.add_option("--threads", request->threads, "default: all processors")->check(CLI::Range(1, 4096));
  verb.add_option_function<std::string>(
      "--shard", [request](const std::string& text) { request->campaign.shard = parse_shard(text); },
      "i/n: compute the i-th of n parts into a journal of its own; slurm: that of this array task");
  verb.add_flag("--dry-run", request->dry_run, "print the plan and stop");
  verb.add_flag("--verify", request->campaign.verify, "exit with 4 if a verdict of the table is off");
  verb.add_flag("--quiet", request->campaign.quiet, "no progress");
  add_limits(verb, request);
  add_snapshots(verb, request);
  add_isolation(verb, request);
  return request;
}

} // namespace experiments::command_line
