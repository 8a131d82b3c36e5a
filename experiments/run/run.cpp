#include "experiments/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "core/contract.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/threads.hpp"

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
  const std::filesystem::path& named = request.campaign.directory;
  return named.empty() ? std::filesystem::path("runs") / job.card.study : named;
}

int run_on(Executor& executor, const RunRequest& request) {
  const Job job = read_job(request.config, request.overrides);
  if (request.dry_run) {
    fmt::print("{}", listing(job.plan));
    return 0;
  }
  Campaign campaign = request.campaign;
  campaign.directory = directory_of(request, job);
  campaign.command = command_text();
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
