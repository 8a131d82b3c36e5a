#include "results/journal/repetition.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace results {
namespace {

bool is_same(const std::pair<const std::string, double>& one,
             const std::pair<const std::string, double>& other) {
  if (one.first != other.first) return false;
  if (std::isnan(one.second) && std::isnan(other.second)) return true;
  return std::bit_cast<std::uint64_t>(one.second) == std::bit_cast<std::uint64_t>(other.second);
}

} // namespace

bool disagree(const Record& one, const Record& other) {
  if (one.outcome == Outcome::failed || other.outcome == Outcome::failed) return false;
  const auto &a = one.values, &b = other.values;
  return one.outcome != other.outcome || !std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same);
}

void note_conflict(JournalReport& report, const Key& key) {
  if (report.conflicts.empty() || report.conflicts.back() != key) report.conflicts.push_back(key);
}

} // namespace results
