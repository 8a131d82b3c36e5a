#include "experiments/run/store.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "core/contract.hpp"
#include "experiments/run/progress.hpp"
#include "experiments/terminal/durations.hpp"
#include "results/record/card_json.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/provenance.hpp"
#include "results/store/hdf5/read_results.hpp"
#include "results/store/hdf5/write_results.hpp"
#include "results/store/journal.hpp"
#include "results/store/journal_index.hpp"
#include "results/store/journal_line.hpp"

namespace experiments {
namespace {

void warn(const results::JournalReport& report, const std::string& name, std::vector<std::string>& warnings) {
  if (report.torn_tail)
    warnings.push_back("the last line of " + name + " was torn off; its cell is computed again");
  if (!report.damaged.empty()) {
    warnings.push_back(
        fmt::format("{} has {} damaged line(s), the first is line {}; their cells are computed again", name,
                    report.damaged.size(), report.damaged.front()));
  }
}

bool same_place(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code unknown;
  return std::filesystem::weakly_canonical(a, unknown) == std::filesystem::weakly_canonical(b, unknown);
}

} // namespace

Ledger::Ledger(const Plan& plan) : plan_(plan), cells_(plan.keys, plan.replications) {}

bool Ledger::enter(const results::Record& record) {
  const std::lock_guard lock(mutex_);
  return cells_.enter(record);
}

Counts Ledger::counts() const {
  const std::lock_guard lock(mutex_);
  Counts out;
  for (std::size_t s = 0; s < plan_.keys.size(); ++s) {
    for (std::int32_t r = 0; r < plan_.replications; ++r) {
      const auto outcome = cells_.outcome(s, r);
      if (outcome) out.add(*outcome);
    }
  }
  return out;
}

results::Rows Ledger::rows() const {
  const std::lock_guard lock(mutex_);
  return cells_.rows();
}

std::vector<results::Failure> Ledger::failures() const {
  const std::lock_guard lock(mutex_);
  return cells_.failures();
}

Stored look_up(const Plan& plan, const results::RunDirectory& directory, CellTimes& times) {
  Stored out;
  out.finished.assign(plan.keys.size(),
                      std::vector<bool>(static_cast<std::size_t>(plan.replications), false));
  const std::vector<std::filesystem::path> journals = directory.journals();
  const results::JournalIndex index = results::index_journals(journals);
  for (std::size_t s = 0; s < plan.keys.size(); ++s) {
    for (std::int32_t r = 0; r < plan.replications; ++r) {
      const auto* const entry = index.find({plan.keys[s], r});
      if (entry == nullptr || entry->outcome == results::Outcome::failed) continue;
      times.enter(s, static_cast<double>(entry->seconds));
      out.finished[s][static_cast<std::size_t>(r)] = true;
      ++out.cells;
    }
  }
  for (std::size_t i = 0; i < journals.size(); ++i)
    warn(index.reports()[i], journals[i].filename().string(), out.warnings);
  for (const results::Key& key : index.report().conflicts) out.conflicts.push_back(key.text());
  return out;
}

void read_into(Ledger& ledger, const results::RunDirectory& directory) {
  for (const std::filesystem::path& journal : directory.journals()) {
    results::scan(journal, [&](const results::JournalLine& line) {
      const auto record = results::read_record(line.json);
      core::require(record.has_value(),
                    fmt::format("line {} of '{}' is no record although its checksum is right (another "
                                "program wrote it) delete the line",
                                line.number, journal.string()));
      ledger.enter(*record);
    });
  }
}

std::optional<results::Results> published_already(const results::StudyCard& card, std::int64_t cells,
                                                  const results::RunDirectory& directory) {
  if (!std::filesystem::exists(directory.results())) return {};
  try {
    results::Results published = results::read_results(directory.results());
    const bool whole =
        static_cast<std::int64_t>(published.rows.size()) == cells && published.failures.empty();
    if (whole && results::to_json(published.card) == results::to_json(card)) return published;
  } catch (const core::UserError&) {
    // unreadable or of another format: published anew from the journal
  }
  return {};
}

Publication::Publication(results::StudyCard card, results::RunDirectory directory, results::RunFacts facts)
    : card_(std::move(card)), directory_(std::move(directory)), facts_(std::move(facts)) {
  facts_.started = results::utc_now();
}

void Publication::took(const std::optional<Prediction>& predicted, double wall_seconds) {
  facts_.more["took"] = duration_text(wall_seconds);
  if (predicted)
    facts_.more["predicted"] =
        fmt::format("{} (said after {} cells)", range_text(predicted->wall), predicted->cells);
}

void Publication::publish(const Ledger& ledger) const {
  results::RunFacts facts = facts_;
  facts.finished = results::utc_now();
  results::Results all{card_, ledger.rows(), ledger.failures(), results::gather_provenance(facts), ""};
  for (results::Failure& failure : all.failures) {
    failure.replay = "marginlab replay " + directory_.path.string() + " " + failure.key.text();
  }
  results::write_results(directory_.results(), all);
}

results::Results Publication::published() const {
  return results::read_results(directory_.results());
}

std::int64_t take_over(const Plan& plan, const Finished& finished, const results::RunDirectory& from,
                       const results::RunDirectory& to) {
  const std::vector<std::filesystem::path> journals = from.journals();
  if (journals.empty() || same_place(from.path, to.path)) return 0;
  std::map<std::string, std::size_t> settings;
  for (std::size_t s = 0; s < plan.keys.size(); ++s) settings[plan.keys[s]] = s;
  Finished taken = finished;
  results::Journal journal(to.journal());
  std::int64_t cells = 0;
  const auto take = [&](const results::JournalLine& line) {
    const auto record = results::read_record(line.json);
    if (!record || record->outcome == results::Outcome::failed) return;
    const auto setting = settings.find(record->key.setting);
    if (setting == settings.end() || record->key.replicate >= plan.replications) return;
    auto&& done = taken[setting->second][static_cast<std::size_t>(record->key.replicate)];
    if (done) return;
    journal.append(*record);
    done = true;
    ++cells;
  };
  for (const std::filesystem::path& path : journals) results::scan(path, take);
  if (cells > 0) journal.sync();
  return cells;
}

} // namespace experiments
