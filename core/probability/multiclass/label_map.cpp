#include "core/probability/multiclass/label_map.hpp"

#include <algorithm>

#include "core/elementary/pack.hpp"
#include "core/solver/multiclass/class_basis.hpp"

namespace core {
namespace {

using Eigen::Index;

/// What one call reads, in plain arrays.
struct Arrays {
  const double* features; ///< of the first point
  Index rows, columns, classes, interior;
  const double* rules;
  const std::int32_t *begin, *asked;
  const unsigned* allowed;
};

MARGINLAB_EVERY_LEVEL
void label_points(const Arrays& at, double* out) {
  for (Index g = 0; g < at.interior; ++g) {
    Pack f[most_classes];
    for (Index k = 0; k < at.classes; ++k) {
      const double* rule = at.rules + (g * at.classes + k) * at.columns;
      Pack sum = Pack{};
      for (Index j = 0; j < at.columns; ++j) sum += rule[j] * load(at.features + j * at.rows);
      f[k] = sum;
    }
    for (std::int32_t a = at.begin[g]; a < at.begin[g + 1]; ++a) {
      Pack best = Pack{} - 1e300, which = Pack{};
      for (Index k = 0; k < at.classes; ++k) {
        if (!(at.allowed[a] >> k & 1u)) continue;
        const auto better = f[k] > best;
        best = better ? f[k] : best;
        which = better ? Pack{} + static_cast<double>(k) : which;
      }
      store(out + LabelMap::together * at.asked[a], which);
    }
  }
}

} // namespace

LabelMap::LabelMap(const WeightGrid& grid, const std::vector<Matrix>& rules) : grid_(grid) {
  const Index K = grid.classes;
  rules_.resize(rules.front().rows(), K * static_cast<Index>(rules.size()));
  for (std::size_t g = 0; g < rules.size(); ++g) rules_.middleCols(static_cast<Index>(g) * K, K) = rules[g];
  std::vector<std::vector<std::int32_t>> asked(grid.interior);
  for (std::size_t p = 0; p < grid.points.size(); ++p)
    asked[grid.points[p].interior].push_back(static_cast<std::int32_t>(p));
  begin_.push_back(0);
  for (const auto& points : asked) {
    asked_.insert(asked_.end(), points.begin(), points.end());
    begin_.push_back(static_cast<std::int32_t>(asked_.size()));
  }
  for (const std::int32_t p : asked_) allowed_.push_back(grid.points[static_cast<std::size_t>(p)].allowed);
}

void LabelMap::labels(const Matrix& features, Index first, std::vector<double>& out) const {
  out.resize(grid_.points.size() * static_cast<std::size_t>(together));
  label_points(
      {features.data() + first, features.rows(), features.cols(), grid_.classes,
       static_cast<Index>(grid_.interior), rules_.data(), begin_.data(), asked_.data(), allowed_.data()},
      out.data());
}

Matrix padded_features(const Matrix& features) {
  const Index m = features.rows(), r = features.cols();
  const Index rows = (m + LabelMap::together - 1) / LabelMap::together * LabelMap::together;
  Matrix out = Matrix::Zero(rows, r + 1);
  out.topLeftCorner(m, r) = features;
  out.col(r).setOnes();
  return out;
}

} // namespace core
