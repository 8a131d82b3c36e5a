#include "experiments/run.hpp"

#include <fmt/format.h>

#include "experiments/compute_missing.hpp"
#include "experiments/config_roots.hpp"
#include "experiments/interrupt.hpp"
#include "experiments/log.hpp"
#include "experiments/methods.hpp"
#include "experiments/plan_text.hpp"
#include "experiments/progress.hpp"
#include "experiments/publish.hpp"
#include "experiments/publisher.hpp"
#include "experiments/require_data.hpp"
#include "experiments/schedule.hpp"
#include "experiments/spec/find_config.hpp"
#include "experiments/spec/read_study.hpp"
#include "experiments/spec/resolved_json.hpp"
#include "experiments/stored.hpp"
#include "experiments/take_over.hpp"
#include "experiments/terminal_style.hpp"
#include "results/format/render.hpp"
#include "results/journal/journal.hpp"
#include "results/storage_error.hpp"
#include "results/table/method_order.hpp"
#include "results/table/tabulate.hpp"

namespace experiments {
namespace {

using results::RunDirectory;

/// A study on its way from its plan to its published file.
struct Run {
  const RunRequest& request;
  Study study;
  Plan plan;
  RunDirectory directory;
  int threads;
};

void say_plan(const Run& run, const Stored& stored, const std::vector<Group>& groups) {
  const auto cells = static_cast<std::int64_t>(run.plan.cells());
  log()->info("{}: {}", run.study.name, arithmetic(run.study, run.plan));
  log()->info("{} already stored, {} to compute{}", thousands(stored.cells), thousands(cells - stored.cells),
              groups.empty()
                  ? ""
                  : fmt::format(", roughly {} on {} thread(s)",
                                duration_text(expected_seconds(groups) / run.threads), run.threads));
  for (const std::string& note : run.study.notes) log()->info("{}", note);
  for (const std::string& warning : stored.warnings) log()->warn("{}", warning);
}

Counts counts(const results::Rows& rows) {
  Counts out;
  for (const std::int32_t outcome : rows.outcome) {
    out.ok += outcome == static_cast<std::int32_t>(results::Outcome::ok);
    out.not_converged += outcome == static_cast<std::int32_t>(results::Outcome::not_converged);
    out.failed += outcome == static_cast<std::int32_t>(results::Outcome::failed);
  }
  return out;
}

void say_ending(const Run& run, const Counts& ended, const std::string& hash) {
  const auto missing = static_cast<std::int64_t>(run.plan.cells()) - ended.finished();
  if (missing > 0) log()->warn("interrupted: repeat the command and it goes on from here");
  log()->info("{} ok, {} not converged, {} failed, {} missing", thousands(ended.ok),
              thousands(ended.not_converged), thousands(ended.failed), thousands(missing));
  log()->info("{}  data_hash {}", run.directory.results().string(), hash);
  if (run.study.layout.chart) log()->info("its chart: marginlab figure {}", run.directory.path.string());
}

int exit_code(const RunRequest& request, const Ending& ending, const Counts& ended,
              const results::Results& all) {
  if (ending.signal != 0) return exit_code_of_signal(ending.signal);
  if (ended.failed > 0) return 3;
  return request.verify && results::judged(all, results::tabulate(all))[results::Verdict::off] > 0 ? 4 : 0;
}

results::RunFacts facts(const Run& run) {
  results::RunFacts out;
  out.threads = run.threads;
  out.command = run.request.command;
  out.config_yaml = run.study.config_yaml;
  out.resolved_json = resolved_json(run.study);
  return out;
}

/// What the run has already, the cells it shares with the study it extends among them.
Stored stored_cells(const Run& run) {
  Stored stored = look_up(run.plan, run.directory);
  const RunDirectory base{std::filesystem::path("runs") / run.study.base};
  if (run.request.dry_run || run.study.base.empty() || !std::filesystem::exists(base.journal()))
    return stored;
  results::create_run_directory(run.directory.path);
  const results::RunLock lock(run.directory);
  const std::int64_t taken = take_over(run.plan, stored.finished, base, run.directory);
  if (taken == 0) return stored;
  log()->info("{} cells are those of {}", thousands(taken), base.path.string());
  return look_up(run.plan, run.directory);
}

int execute(const Run& run, const Stored& stored, const std::vector<Group>& groups) {
  const InterruptWatch watch;
  const results::RunLock lock(run.directory);
  const Publication publication(card(run.study, run.plan), run.directory, facts(run));
  Ending ending;
  std::optional<results::Results> published;
  if (groups.empty()) published = published_already(publication.card(), stored.cells, run.directory);
  if (!published) {
    Ledger ledger(run.plan);
    results::write_study(run.directory, publication.card());
    if (std::filesystem::exists(run.directory.journal())) read_into(ledger, run.directory);
    const ProgressStyle style = run.request.quiet ? ProgressStyle::silent : progress_style_of_stderr();
    results::Journal journal(run.directory.journal());
    ending = compute_missing({run.plan, groups, run.threads, style}, journal, ledger, publication);
    if (!ending.store_full.empty()) {
      log()->error("{}", ending.store_full);
      return 75;
    }
    publication.publish(ledger);
    published = publication.published();
  }
  const results::Results& all = *published;
  fmt::print("{}", results::render(all, results::Format::text, terminal_style()));
  const Counts ended = counts(all.rows);
  say_ending(run, ended, all.data_hash);
  return exit_code(run.request, ending, ended, all);
}

} // namespace

int run(const RunRequest& request) {
  Study study = read_study(find_config(request.config, config_roots()), request.overrides, catalogue());
  Plan plan = expand(study);
  const auto path =
      request.directory.empty() ? std::filesystem::path("runs") / study.name : request.directory;
  const Run run{request, std::move(study), std::move(plan), RunDirectory{path},
                request.threads > 0 ? request.threads : default_threads()};
  const Stored stored = stored_cells(run);
  const std::vector<Group> groups = missing(run.plan, stored.finished);
  say_plan(run, stored, groups);
  if (request.dry_run) {
    fmt::print("{}", listing(run.plan));
    return 0;
  }
  if (!stored.conflicts.empty()) {
    log()->error(
        "the journal holds {} cell(s) twice with different values, the first is {} (a result that cannot be "
        "repeated) replay it: marginlab replay {} {}",
        stored.conflicts.size(), stored.conflicts.front(), path.string(), stored.conflicts.front());
    return 3;
  }
  require_data(run.plan, groups);
  results::create_run_directory(path);
  return execute(run, stored, groups);
}

} // namespace experiments
