#include "experiments/run/merge.hpp"

#include <algorithm>
#include <optional>

#include "core/contract.hpp"
#include "experiments/run/answers.hpp"
#include "experiments/run/ending.hpp"
#include "experiments/run/lock.hpp"
#include "experiments/run/round.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/record/card_json.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/journal.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;
using results::RunDirectory;

/// Two shards of one study know the same settings; their configs may differ in words.
void require_same_study(const Study& study, const RunDirectory& other) {
  const results::StudyCard card = results::read_study(other).card;
  const bool same =
      std::ranges::equal(card.settings, study.settings, {}, &results::Setting::key, &results::Setting::key);
  core::require(same && card.replications == study.replications,
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

/// The card of a results.h5 whose seal is right.
std::optional<results::StudyCard> sealed_card(const fs::path& file) {
  if (!fs::exists(file)) return std::nullopt;
  try {
    return results::read_results(file).card;
  } catch (const core::UserError&) {
    return std::nullopt; // a damaged one is no witness, and is made anew
  }
}

/// Why the places and the published numbers of a card have to be taken on trust; empty where they need not:
/// its checksum is right, or the sealed results.h5 beside it has the same card. Throws where that has another
/// one.
std::string doubt(const results::StoredStudy& stored, const RunDirectory& directory) {
  if (stored.is_proved) return "";
  const std::string sentence = "the places and the published numbers of '" + directory.study().string() +
                               "' cannot be proved (it has no checksum: an older marginlab wrote it, or it "
                               "was changed)";
  const auto witness = sealed_card(directory.results());
  if (!witness) return sentence + " compare them with the config";
  core::require(results::to_json(*witness) == results::to_json(stored.card),
                sentence + " and are not those of the sound '" + directory.results().string() +
                    "', which is kept: run the study again, or move that file away if it is the wrong one");
  return "";
}

/// What the journals hold and the table does not show.
void say_others(const OtherCells& others, const Study& study) {
  if (others.further > 0)
    log()->warn(
        "{} cells of replicates beyond {} are left out, which is what study.json asks for (another shard or "
        "run "
        "was given more replications): run the study with as many, and they count",
        thousands(others.further), study.replications);
  if (others.foreign > 0)
    log()->warn(
        "{} cells of other settings are left out (another config or study put them into the journals)",
        thousands(others.foreign));
}

void import(const std::vector<fs::path>& others, const Study& study, const RunDirectory& own) {
  for (const fs::path& other : others) {
    const std::int64_t imported = RunStore(study.plan, own).import_cells({other});
    log()->info("{} cells are those of {}", imported, other.string());
  }
}

} // namespace

int merge(const std::vector<fs::path>& directories, const MergeOptions& asked) {
  const RunDirectory own{directories.front()};
  const results::StoredStudy stored = results::read_study(own);
  require_design(stored.card, asked.design, own.path);
  const Study study = stored_study(stored);
  for (const fs::path& other : directories) require_same_study(study, {other});
  std::optional<results::RunLock> lock;
  // A part among others: shards append to journals of their own.
  if (!asked.no_lock) take_lock(lock, own, "merge", asked.lock_wait);
  const std::string doubtful = doubt(stored, own);
  const auto alarms = conflicts(directories);
  if (!alarms.empty()) {
    log()->error("{}", conflict_sentence(alarms, own.path.string()));
    return 3;
  }
  import({directories.begin() + 1, directories.end()}, study, own);
  Threads none(1);
  const RunOptions options{.directory = own.path};
  Run run{options, own, none};
  run.has_card = true;
  if (!doubtful.empty()) {
    log()->warn("{}", doubtful);
    run.facts["card"] = doubtful;
  }
  Round round(study, run);
  for (const std::string& warning : round.store().warnings()) log()->warn("{}", warning);
  say_others(round.store().others(), study);
  round.compute_nothing(); // what is missing is for a run to compute
  const RunResult result = round.complete();
  say_result(result, study.layout, run);
  return exit_code(result, options);
}

} // namespace experiments
