#include "experiments/run/cell_facts.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "results/report/panels/compose.hpp"
#include "results/store/journal.hpp"

namespace experiments {

CellFacts::CellFacts(results::AskedFacts asked, std::size_t settings)
    : asked_(std::move(asked)), present_(settings, 0), answered_(settings, 0) {}

void CellFacts::enter(const Cell& cell, const results::Record& record) {
  const auto setting = static_cast<std::size_t>(cell.setting);
  const results::FactsOfCell facts = results::facts_of(record, asked_);
  said_.push_back({cell, facts.answered});
  answered_[setting] |= facts.answered;
  present_[setting] |= facts.present;
}

/// Sorts the cells and leaves each once, with all that its records say.
void CellFacts::join_cells() {
  const auto place = [](const Said& one) { return std::pair(one.cell.setting, one.cell.replicate); };
  std::ranges::sort(said_, {}, place);
  std::size_t last = 0;
  for (std::size_t i = 1; i < said_.size(); ++i)
    if (place(said_[i]) == place(said_[last]))
      said_[last].answered |= said_[i].answered;
    else
      said_[++last] = said_[i];
  if (!said_.empty()) said_.resize(last + 1);
}

std::vector<Cell> CellFacts::lacking() {
  join_cells();
  results::Record silent;
  results::note_absent(silent, asked_);
  const std::uint64_t all = results::facts_of(silent, asked_).answered;
  std::vector<std::uint64_t> unknown; // by setting: one cell is asked
  for (const std::uint64_t answered : answered_) unknown.push_back(all & ~answered);
  std::vector<Cell> out;
  for (const Said& one : said_) {
    const auto setting = static_cast<std::size_t>(one.cell.setting);
    if (((present_[setting] | unknown[setting]) & ~one.answered) == 0) continue;
    out.push_back(one.cell);
    unknown[setting] = 0;
  }
  return out;
}

std::int64_t cells_without_facts(const results::StudyCard& card,
                                 const std::vector<std::filesystem::path>& journals) {
  const results::AskedFacts asked = results::asked_facts(card);
  if (asked.empty()) return 0;
  std::map<std::string, std::int32_t> setting;
  for (const results::Setting& one : card.settings)
    setting.emplace(one.key, static_cast<std::int32_t>(setting.size()));
  CellFacts facts(asked, card.settings.size());
  for (const std::filesystem::path& path : journals)
    results::scan(path, [&](const results::JournalLine& line) {
      const auto record = results::read_record(line.json);
      if (!record || record->outcome == results::Outcome::failed ||
          record->key.replicate >= card.replications)
        return;
      const auto found = setting.find(record->key.setting);
      if (found != setting.end()) facts.enter({found->second, record->key.replicate}, *record);
    });
  return static_cast<std::int64_t>(facts.lacking().size());
}

} // namespace experiments
