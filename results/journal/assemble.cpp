#include "results/journal/assemble.hpp"

#include <algorithm>
#include <limits>

#include "results/data_hash.hpp"

namespace results {
namespace {

struct Place {
  std::int32_t setting = 0, replicate = 0;
  const Record* record = nullptr;
};

/// The study's records in the order of rows.
std::vector<Place> places(const StudyCard& card, std::span<const Record> records) {
  std::map<std::string_view, std::int32_t> number;
  for (std::size_t i = 0; i < card.settings.size(); ++i)
    number[card.settings[i].key] = static_cast<std::int32_t>(i);
  std::vector<Place> places;
  for (const Record& record : records) {
    const auto found = number.find(record.key.setting);
    if (found == number.end() || record.key.replicate >= card.replications) continue;
    places.push_back({found->second, record.key.replicate, &record});
  }
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return std::pair(a.setting, a.replicate) < std::pair(b.setting, b.replicate);
  });
  return places;
}

Rows to_rows(const std::vector<Place>& places) {
  Rows rows;
  for (const auto& [setting, replicate, record] : places) {
    const std::size_t row = rows.size();
    rows.setting.push_back(setting);
    rows.replicate.push_back(replicate);
    rows.outcome.push_back(static_cast<std::int32_t>(record->outcome));
    rows.seconds.push_back(record->seconds);
    for (const auto& [name, value] : record->values) {
      auto& column = rows.values[name];
      if (column.empty()) column.assign(places.size(), std::numeric_limits<double>::quiet_NaN());
      column[row] = value;
    }
  }
  return rows;
}

} // namespace

Results assemble(StudyCard card, std::span<const Record> records) {
  const auto sorted = places(card, records);
  Results results{std::move(card), to_rows(sorted), {}, {}, {}};
  for (const auto& [setting, replicate, record] : sorted) {
    if (record->outcome == Outcome::failed)
      results.failures.push_back({record->key, record->stage, record->error, ""});
  }
  results.data_hash = data_hash(results.card, results.rows, results.failures);
  return results;
}

} // namespace results
