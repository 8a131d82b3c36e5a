#include "experiments/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "core/contract.hpp"
#include "experiments/executor/threads.hpp"
#include "experiments/plan_text.hpp"
#include "experiments/schedule.hpp"

namespace experiments {
namespace {

/// The command line of this process, its words apart by blanks.
std::string command_text() {
  std::ifstream words("/proc/self/cmdline", std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(words), {}};
  while (!text.empty() && text.back() == '\0') text.pop_back();
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

} // namespace

std::filesystem::path directory_of(const RunRequest& request, const Job& job) {
  return request.directory.empty() ? std::filesystem::path("runs") / job.card.study : request.directory;
}

int run_on(Executor& executor, const RunRequest& request) {
  const Job job = read_job(request.config, request.overrides);
  if (request.dry_run) {
    fmt::print("{}", listing(job.plan));
    return 0;
  }
  Campaign campaign{directory_of(request, job), command_text()};
  campaign.verify = request.verify;
  campaign.quiet = request.quiet;
  campaign.shard = request.shard;
  campaign.max_failures = request.max_failures;
  campaign.time_budget = request.time_budget;
  campaign.snapshot_every = request.snapshot_every;
  return carry_out(job, campaign, executor);
}

int run(const RunRequest& request) {
  const CellLimits& limits = request.cell_limits;
  core::require(
      request.isolate || (limits.seconds == 0 && limits.bytes == 0),
      "--cell-timeout and --cell-memory need --isolate process (a thread cannot be ended alone) add it, or "
      "leave them out");
  const int count = request.threads > 0 ? request.threads : default_threads();
  if (request.isolate) {
    Processes processes(count, request.cell_limits);
    return run_on(processes, request);
  }
  Threads threads(count);
  return run_on(threads, request);
}

} // namespace experiments
