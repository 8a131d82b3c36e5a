#include "results/journal/repetition.hpp"

#include <algorithm>

#include "results/same_bits.hpp"

namespace results {
namespace {

bool is_same_value(const std::pair<const std::string, double>& one,
                   const std::pair<const std::string, double>& other) {
  return one.first == other.first && same_bits(one.second, other.second);
}

bool is_same_series(const std::pair<const std::string, std::vector<double>>& one,
                    const std::pair<const std::string, std::vector<double>>& other) {
  const auto &a = one.second, &b = other.second;
  return one.first == other.first && std::equal(a.begin(), a.end(), b.begin(), b.end(), same_bits);
}

} // namespace

bool disagree(const Record& one, const Record& other) {
  if (one.outcome == Outcome::failed || other.outcome == Outcome::failed) return false;
  const auto &a = one.values, &b = other.values;
  const auto &s = one.series, &t = other.series;
  return one.outcome != other.outcome || !std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same_value) ||
         !std::equal(s.begin(), s.end(), t.begin(), t.end(), is_same_series);
}

void note_conflict(JournalReport& report, const Key& key) {
  if (report.conflicts.empty() || report.conflicts.back() != key) report.conflicts.push_back(key);
}

} // namespace results
