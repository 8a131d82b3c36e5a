#include "experiments/run.hpp"

#include <fmt/format.h>

#include "experiments/executor/threads.hpp"
#include "experiments/plan_text.hpp"
#include "experiments/schedule.hpp"

namespace experiments {

std::filesystem::path directory_of(const RunRequest& request, const Job& job) {
  return request.directory.empty() ? std::filesystem::path("runs") / job.card.study : request.directory;
}

int run_on(Executor& executor, const RunRequest& request) {
  const Job job = read_job(request.config, request.overrides);
  if (request.dry_run) {
    fmt::print("{}", listing(job.plan));
    return 0;
  }
  Campaign campaign{directory_of(request, job), request.command};
  campaign.verify = request.verify;
  campaign.quiet = request.quiet;
  campaign.shard = request.shard;
  campaign.max_failures = request.max_failures;
  campaign.time_budget = request.time_budget;
  return carry_out(job, campaign, executor);
}

int run(const RunRequest& request) {
  const int count = request.threads > 0 ? request.threads : default_threads();
  if (request.isolate) {
    Processes processes(count, request.cell_limits);
    return run_on(processes, request);
  }
  Threads threads(count);
  return run_on(threads, request);
}

} // namespace experiments
