#pragma once
#include <algorithm>
#include <bit>
#include <cmath>

#include "results/record/card_json.hpp"
#include "results/record/columns.hpp"

namespace results {

/// Same bits, or both NaN.
inline bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return (std::isnan(x) && std::isnan(y)) ||
           std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

/// The same names and, to each, the same thing.
template <class Thing>
bool same(const std::map<std::string, Thing>& a, const std::map<std::string, Thing>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && same(x.second, y.second);
  });
}

inline bool same(const SeriesTable& a, const SeriesTable& b) {
  return a.row == b.row && same(a.columns, b.columns);
}

inline bool same(const Rows& a, const Rows& b) {
  return a.setting == b.setting && a.replicate == b.replicate && a.outcome == b.outcome &&
         same(a.seconds, b.seconds) && same(a.values, b.values) && same(a.series, b.series);
}

inline bool same(const std::vector<Failure>& a, const std::vector<Failure>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Failure& x, const Failure& y) {
    return x.key == y.key && x.stage == y.stage && x.error == y.error && x.replay == y.replay &&
           x.signal == y.signal && x.stderr_tail == y.stderr_tail;
  });
}

inline bool same(const Results& a, const Results& b) {
  return to_json(a.card) == to_json(b.card) && same(a.rows, b.rows) && same(a.failures, b.failures) &&
         a.provenance == b.provenance && a.data_hash == b.data_hash;
}

} // namespace results
