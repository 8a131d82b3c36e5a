#pragma once
#include "core/estimate/draw_cache.hpp"
#include "tests/support/multiclass_samples.hpp"

namespace tests {

/// Labels as a draw has them (core/sample/probabilities.hpp).
inline core::Sample labelled(const ClassSample& from) {
  core::Sample out{from.x, core::Labels(from.y.size()), {}, from.y.classes};
  for (Eigen::Index i = 0; i < out.y.size(); ++i)
    out.y(i) = core::label_of(from.y.of[static_cast<std::size_t>(i)], from.y.classes);
  return out;
}

/// n training points of K clouds and as many test points.
inline core::Draw cloud_draw(Eigen::Index n, int classes, std::uint64_t seed) {
  return {labelled(clouds(n, classes, seed)), {}, labelled(clouds(n, classes, seed + 1))};
}

inline const core::StreamAxes kAxes{3, "clouds", 0};

inline double largest_difference(const core::Probabilities& a, const core::Probabilities& b) {
  return (a.matrix() - b.matrix()).cwiseAbs().maxCoeff();
}

/// The largest distance of a row's sum from one.
inline double missing_mass(const core::Probabilities& p) {
  return (p.matrix().rowwise().sum().array() - 1).abs().maxCoeff();
}

} // namespace tests
