#include "experiments/run/merge.hpp"

#include <fmt/format.h>

#include "core/contract.hpp"
#include "experiments/run/campaign.hpp"
#include "experiments/run/leg.hpp"
#include "experiments/run/store.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/terminal/log.hpp"
#include "experiments/terminal/style.hpp"
#include "results/format/render.hpp"
#include "results/store/journal_index.hpp"

namespace experiments {
namespace {

using results::RunDirectory;
namespace fs = std::filesystem;

/// Two shards of one study know the same settings; their configs may differ in words.
void require_same_study(const Job& job, const RunDirectory& other) {
  const results::StudyCard card = results::read_study(other).card;
  bool same = card.settings.size() == job.card.settings.size();
  for (std::size_t s = 0; same && s < card.settings.size(); ++s)
    same = card.settings[s].key == job.card.settings[s].key;
  core::require(same && card.replications == job.card.replications,
                other.path.string() + " holds another study than the first directory (" + card.study +
                    " with other settings or replications) merge shards of one study only");
}

std::vector<std::string> conflicts(const std::vector<fs::path>& directories) {
  std::vector<fs::path> journals;
  for (const fs::path& directory : directories) {
    const auto own = RunDirectory{directory}.journals();
    journals.insert(journals.end(), own.begin(), own.end());
  }
  std::vector<std::string> out;
  const results::JournalIndex index = results::index_journals(journals);
  for (const results::Key& key : index.report().conflicts) out.push_back(key.text());
  return out;
}

void take_others_over(const Job& job, const std::vector<fs::path>& directories) {
  const RunDirectory own{directories.front()};
  for (std::size_t i = 1; i < directories.size(); ++i) {
    CellTimes times(job.plan);
    const Stored stored = look_up(job.plan, own, times);
    const std::int64_t taken = take_over(job.plan, stored.finished, {directories[i]}, own);
    log()->info("{} cells are those of {}", taken, directories[i].string());
  }
}

} // namespace

int merge(const std::vector<fs::path>& directories) {
  const RunDirectory own{directories.front()};
  const Job job = job_of(results::read_study(own));
  for (const fs::path& other : directories) require_same_study(job, {other});
  const results::RunLock lock(own);
  const auto alarms = conflicts(directories);
  if (!alarms.empty()) {
    log()->error("{}", conflict_sentence(alarms, own.path.string()));
    return 3;
  }
  take_others_over(job, directories);
  Threads none(1);
  const Course course{own, {}, none};
  Leg leg(job, course);
  for (const std::string& warning : leg.stored.warnings) log()->warn("{}", warning);
  leg.groups.clear(); // what is missing is for a run to compute
  const Arrival arrival = complete(leg, course);
  fmt::print("{}", results::render(*arrival.results, results::Format::text, terminal_style()));
  say_ending(arrival, job, course);
  if (arrival.counts.failed > 0) return 3;
  return arrival.missing > 0 ? 75 : 0;
}

} // namespace experiments
