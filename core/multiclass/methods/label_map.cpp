#include "core/multiclass/methods/label_map.hpp"

#include "core/elementary/pack.hpp"
#include "core/multiclass/machine/known_classes.hpp"

namespace core {
namespace {

using Eigen::Index;

constexpr Index half = LabelMap::together / 2;

/// What one call reads, in plain arrays.
struct Arrays {
  const double* features; ///< of the first point
  Index rows, columns, classes, interior;
  const double* rules;
  const std::int32_t *begin, *end, *asked; ///< begin and end of each interior point's grid points
  const unsigned* allowed;
  const double* barred; ///< [K] for each set of allowed classes: 0, or minus infinity
};

/// The class of the largest f_k + barred_k, the first of several.
template <int K>
MARGINLAB_INLINE Pack leader(const Pack* f, const double* barred) {
  Pack best = all(-infinity), which = all(0);
  MARGINLAB_UNROLL
  for (int k = 0; k < K; ++k) {
    const Pack value = f[k] + barred[k];
    const auto better = value > best;
    best = better ? value : best;
    which = better ? all(k) : which;
  }
  return which;
}

template <int K>
MARGINLAB_INLINE void label_points_of(const Arrays& at, double* out) {
  for (Index g = 0; g < at.interior; ++g) {
    Pack low[K], high[K];
    MARGINLAB_UNROLL
    for (int k = 0; k < K; ++k) low[k] = high[k] = all(0);
    const double* rule = at.rules + g * K * at.columns;
    for (Index j = 0; j < at.columns; ++j) {
      const Pack x = load(at.features + j * at.rows), z = load(at.features + j * at.rows + half);
      MARGINLAB_UNROLL
      for (int k = 0; k < K; ++k) {
        low[k] += rule[k * at.columns + j] * x;
        high[k] += rule[k * at.columns + j] * z;
      }
    }
    for (std::int32_t a = at.begin[g]; a < at.end[g]; ++a) {
      const double* barred = at.barred + at.allowed[a] * K;
      double* to = out + LabelMap::together * at.asked[a];
      store(to, leader<K>(low, barred));
      store(to + half, leader<K>(high, barred));
    }
  }
}

MARGINLAB_EVERY_LEVEL
void label_points(const Arrays& at, double* out) {
  for_classes(at.classes, [&](auto c) MARGINLAB_LAMBDA { label_points_of<c.K>(at, out); });
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
    own_end_.push_back(begin_.back() + 1);
    begin_.push_back(static_cast<std::int32_t>(asked_.size()));
  }
  for (const std::int32_t p : asked_) allowed_.push_back(grid.points[static_cast<std::size_t>(p)].allowed);
  for (unsigned set = 0; set < 1u << K; ++set)
    for (Index k = 0; k < K; ++k) barred_.push_back(set >> k & 1u ? 0 : -infinity);
}

void LabelMap::labels(const Matrix& features, Index first, At at, std::vector<double>& out) const {
  out.resize(grid_.points.size() * static_cast<std::size_t>(together));
  const std::int32_t* end = at == At::interior ? own_end_.data() : begin_.data() + 1;
  label_points({features.data() + first, features.rows(), features.cols(), grid_.classes,
                static_cast<Index>(grid_.interior), rules_.data(), begin_.data(), end, asked_.data(),
                allowed_.data(), barred_.data()},
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
