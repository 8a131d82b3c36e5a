#include <fmt/format.h>

#include "experiments/command_line/verbs.hpp"
#include "experiments/plan_text.hpp"
#include "results/journal/index_journal.hpp"
#include "results/run_directory.hpp"

namespace experiments::command_line {
namespace {

struct Tally {
  std::int64_t ok = 0, not_converged = 0, failed = 0;
};

/// From the journal and the study card alone, so that it also works while the run goes on.
void print_status(const std::filesystem::path& path) {
  const results::RunDirectory directory{path};
  const results::StudyCard card = results::read_study(directory).card;
  const auto planned = static_cast<std::int64_t>(card.settings.size()) * card.replications;
  Tally tally;
  std::int64_t elsewhere = 0;
  results::JournalReport report;
  {
    const auto index = results::index_journals(directory.journals());
    report = index.report();
    for (const auto& setting : card.settings) {
      for (std::int32_t r = 0; r < card.replications; ++r) {
        const auto outcome = index.outcome({setting.key, r});
        if (!outcome) continue;
        (*outcome == results::Outcome::ok       ? tally.ok
         : *outcome == results::Outcome::failed ? tally.failed
                                                : tally.not_converged) += 1;
      }
    }
    elsewhere = static_cast<std::int64_t>(index.size()) - tally.ok - tally.not_converged - tally.failed;
  }
  const std::int64_t missing = planned - tally.ok - tally.not_converged - tally.failed;
  fmt::print("{}: {} cells planned\n  {} ok\n  {} not converged\n  {} failed\n  {} missing\n", card.study,
             thousands(planned), thousands(tally.ok), thousands(tally.not_converged), thousands(tally.failed),
             thousands(missing));
  if (elsewhere > 0)
    fmt::print("  {} of other settings or replicates, kept in the journal\n", thousands(elsewhere));
  if (!report.damaged.empty()) fmt::print("  {} damaged line(s) in the journal\n", report.damaged.size());
  for (const auto& key : report.conflicts)
    fmt::print("  stored twice with different values: {}\n", key.text());
  fmt::print("  {}\n", std::filesystem::exists(directory.results())
                           ? directory.results().string() + " is published"
                           : "results.h5 is not published yet");
}

} // namespace

void add_status(CLI::App& app, ExitCode&) {
  auto* verb = app.add_subcommand("status", "How far a run is, while it runs or after");
  auto directory = std::make_shared<std::string>();
  verb->add_option("DIR", *directory, "a run directory")->required();
  verb->footer("Example:\n  marginlab status runs/wang2008/table1");
  verb->callback([directory] { print_status(*directory); });
}

} // namespace experiments::command_line
