#include "experiments/stored.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/contract.hpp"
#include "results/hdf5/card_json.hpp"
#include "results/hdf5/read_results.hpp"
#include "results/journal/index_journal.hpp"
#include "results/journal/line.hpp"

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

} // namespace

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

} // namespace experiments
