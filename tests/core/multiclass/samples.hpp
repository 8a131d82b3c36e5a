#pragma once
#include <numbers>

#include "core/elementary/functions.hpp"
#include "core/multiclass/machine/truncated_hinge.hpp"
#include "core/random/stream.hpp"

// Samples of several classes, small enough to be checked by hand.
namespace tests {

struct Labelled {
  core::Matrix x;
  core::Vector y; ///< 1 .. K
};

/// n normal points around K corners of a circle, in turn.
inline Labelled around_a_circle(Eigen::Index n, int K, const std::string& name) {
  core::Stream stream(name);
  Labelled out{core::Matrix(n, 2), core::Vector(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const int k = static_cast<int>(i) % K + 1;
    const double angle = 2 * std::numbers::pi * k / K;
    const double u = stream.normal(), v = stream.normal();
    out.x.row(i) << core::cos(angle) + 0.7 * u, core::sin(angle) + 0.7 * v;
    out.y(i) = k;
  }
  return out;
}

/// E of an answer from its definition (core/multiclass/machine/truncated_hinge.hpp), without the ridge.
inline double truncated_objective(const Labelled& sample, const core::MachineFit& fit,
                                  const core::Vector& costs, double s) {
  double value = fit.w.squaredNorm() / 2;
  for (Eigen::Index i = 0; i < sample.y.size(); ++i) {
    const Eigen::RowVectorXd f = sample.x.row(i) * fit.w + fit.b.transpose();
    const auto y = static_cast<Eigen::Index>(sample.y(i)) - 1;
    double margin = core::infinity;
    for (Eigen::Index k = 0; k < f.size(); ++k)
      if (k != y) margin = std::min(margin, f(y) - f(k));
    value += costs(y) * std::min(std::max(0.0, 1 - margin), 1 - s);
  }
  return value;
}

} // namespace tests
