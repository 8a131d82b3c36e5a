#include <fmt/format.h>

#include "experiments/command_line/verbs.hpp"
#include "experiments/estimate.hpp"
#include "experiments/plan_text.hpp"
#include "experiments/run.hpp"
#include "experiments/schedule.hpp"

namespace experiments::command_line {
namespace {

void print_plan(const RunRequest& request, bool with_pilot) {
  const Job job = read_job(request.config, request.overrides);
  const auto directory = directory_of(request, job);
  const int workers = request.threads > 0 ? request.threads : default_threads();
  fmt::print("{}: {}\n{}\n{}", job.card.study, job.arithmetic,
             text(estimate(job, directory, workers, with_pilot), directory), listing(job.plan));
}

} // namespace

void add_plan(CLI::App& app, ExitCode&) {
  auto* verb =
      app.add_subcommand("plan", "Say what a run would compute, how much is stored already, and how long");
  auto request = std::make_shared<RunRequest>();
  auto without_pilot = std::make_shared<bool>(false);
  verb->add_option("CONFIG", request->config, "a path or a study name")->required();
  verb->add_option("OVERRIDE", request->overrides, "key=value, as for run");
  verb->add_option("--out", request->campaign.directory, "the run directory (default: runs/STUDY)");
  verb->add_option("--threads", request->threads, "for the estimate of time")->check(CLI::Range(1, 4096));
  verb->add_flag("--no-pilot", *without_pilot,
                 "guess what was never timed, instead of timing one replicate of it");
  verb->footer(
      "Times are ranges, from the cells stored in the run directory; of settings that are not among them "
      "one\n"
      "replicate is computed to time it (a pilot, at most about a minute) and thrown away.\n"
      "Example:\n  marginlab plan wang2008/table1 replications=500");
  verb->callback([request, without_pilot] { print_plan(*request, !*without_pilot); });
}

} // namespace experiments::command_line
