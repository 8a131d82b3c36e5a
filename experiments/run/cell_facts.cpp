#include "experiments/run/cell_facts.hpp"

#include <map>
#include <string>
#include <utility>

#include "results/report/panels/compose.hpp"
#include "results/store/journal.hpp"

namespace experiments {

CellFacts::CellFacts(results::AskedFacts asked, std::size_t settings, std::int32_t replications)
    : asked_(std::move(asked)),
      replications_(replications),
      present_(settings, 0),
      answered_of_setting_(settings, 0),
      answered_(settings * static_cast<std::size_t>(replications), 0),
      is_stored_(answered_.size(), false) {}

void CellFacts::enter(const Cell& cell, const results::Record& record) {
  const auto setting = static_cast<std::size_t>(cell.setting);
  const std::size_t at =
      setting * static_cast<std::size_t>(replications_) + static_cast<std::size_t>(cell.replicate);
  const results::FactsOfCell facts = results::facts_of(record, asked_);
  is_stored_[at] = true;
  answered_[at] |= facts.answered;
  answered_of_setting_[setting] |= facts.answered;
  present_[setting] |= facts.present;
}

std::vector<Cell> CellFacts::lacking() const {
  std::vector<Cell> out;
  results::Record silent;
  results::note_absent(silent, asked_);
  const std::uint64_t all = results::facts_of(silent, asked_).answered;
  for (std::size_t setting = 0; setting < present_.size(); ++setting) {
    std::uint64_t unknown = all & ~answered_of_setting_[setting]; // one cell is asked
    for (std::int32_t r = 0; r < replications_; ++r) {
      const std::size_t at = setting * static_cast<std::size_t>(replications_) + static_cast<std::size_t>(r);
      if (!is_stored_[at]) continue;
      if (((present_[setting] | unknown) & ~answered_[at]) == 0) continue;
      out.push_back({static_cast<std::int32_t>(setting), r});
      unknown = 0;
    }
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
  CellFacts facts(asked, card.settings.size(), card.replications);
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
