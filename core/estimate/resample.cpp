#include "core/estimate/resample.hpp"

#include <array>

namespace core {

using Eigen::Index;

std::vector<Index> Resample::rows_at(const std::vector<Index>& places) const {
  std::vector<Index> out;
  for (const Index i : places) out.push_back(rows[static_cast<std::size_t>(i)]);
  return out;
}

Resample Resample::at(const std::vector<Index>& places) const {
  return {rows_at(places), y(places), weights_of(weights, places)};
}

bool MergedResample::is_whole() const {
  for (std::size_t i = 0; i < place.size(); ++i)
    if (place[i] != static_cast<Index>(i)) return false;
  return rows.size() == place.size() && (count.array() > 0).all();
}

MergedResample merged(const Resample& resample, Index n) {
  std::vector<std::array<double, 2>> drawn(static_cast<std::size_t>(n), {0, 0}); // negative, positive
  for (std::size_t i = 0; i < resample.rows.size(); ++i)
    drawn[static_cast<std::size_t>(resample.rows[i])][resample.y(static_cast<Index>(i)) > 0 ? 1 : 0] +=
        weight_at(resample.weights, static_cast<Index>(i));

  MergedResample out;
  out.place.resize(static_cast<std::size_t>(n));
  std::vector<double> y, count;
  const auto add = [&](std::size_t row, double label, double times) {
    out.place[row] = static_cast<Index>(out.rows.size());
    out.rows.push_back(static_cast<Index>(row));
    y.push_back(label);
    count.push_back(times);
  };
  for (std::size_t row = 0; row < drawn.size(); ++row) {
    if (drawn[row][0] > 0) add(row, -1, drawn[row][0]);
    if (drawn[row][1] > 0) add(row, 1, drawn[row][1]);
  }
  for (std::size_t row = 0; row < drawn.size(); ++row)
    if (drawn[row][0] + drawn[row][1] == 0) add(row, 1, 0);
  const auto size = static_cast<Index>(y.size());
  out.y = Eigen::Map<Vector>(y.data(), size);
  out.count = Eigen::Map<Vector>(count.data(), size);
  return out;
}

} // namespace core
