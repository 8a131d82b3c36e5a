#pragma once
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/kernel/kernel.hpp"
#include "core/sample/types.hpp"

// Small samples for tests of solvers: the two simulated examples of Wang, Shen & Liu (2008), section 5.1, and
// families on which solvers fail. Own uniform and normal numbers, so that a seed means the same sample
// everywhere.
namespace tests {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : bits_(seed) {}
  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  double normal() {
    const double u = uniform(), v = uniform();
    return std::sqrt(-2 * std::log(1 - u)) * std::cos(2 * 3.14159265358979323846 * v);
  }
  double sign() { return uniform() < 0.5 ? -1 : 1; }
  int below(int n) { return static_cast<int>(uniform() * n); }

 private:
  std::mt19937_64 bits_;
};

/// 0 ... n - 1.
inline std::vector<Eigen::Index> all_rows(Eigen::Index n) {
  std::vector<Eigen::Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Eigen::Index{0});
  return rows;
}

/// X uniform on the unit disk, Y = sign(x_1), each label flipped with probability 0.2.
inline core::Sample example1(Eigen::Index n, std::uint64_t seed) {
  Dice dice(seed);
  core::Sample sample{core::Matrix(n, 2), core::Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    do {
      sample.x.row(i) << dice.uniform(-1, 1), dice.uniform(-1, 1);
    } while (sample.x.row(i).squaredNorm() > 1);
    sample.y(i) = (sample.x(i, 0) > 0) == (dice.uniform() < 0.8) ? 1 : -1;
  }
  return sample;
}

/// Y = +-1, x_1 ~ U(0, 2 pi), x_2 = Y (sin x_1 + 1 + N(0, 0.1^2)).
inline core::Sample example2(Eigen::Index n, std::uint64_t seed) {
  Dice dice(seed);
  core::Sample sample{core::Matrix(n, 2), core::Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    sample.y(i) = dice.sign();
    const double angle = dice.uniform(0, 2 * 3.14159265358979323846);
    sample.x.row(i) << angle, sample.y(i) * (std::sin(angle) + 1 + 0.1 * dice.normal());
  }
  return sample;
}

/// The ways in which samples are awkward.
inline const std::vector<std::string> kAwkward = {"generic",          "lattice",   "twins",
                                                  "constant column",  "collinear", "one of a class",
                                                  "all at one point", "one class"};

/// n observations of p inputs, awkward in one of those ways.
inline core::Sample awkward(const std::string& way, Eigen::Index n, Eigen::Index p, std::uint64_t seed) {
  Dice dice(seed);
  core::Sample sample{core::Matrix(n, p), core::Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    auto x = sample.x.row(i);
    double& y = sample.y(i);
    y = dice.sign();
    for (Eigen::Index k = 0; k < p; ++k) x(k) = dice.normal();
    x(0) += y * dice.uniform(-0.3, 1.7);
    if (way == "lattice") x = (2 * x.array()).round() / 2;
    if (way == "twins" && i % 2 == 1) {
      x = sample.x.row(i - 1);
      y = dice.uniform() < 0.5 ? -sample.y(i - 1) : sample.y(i - 1);
    }
    if (way == "constant column") x(p - 1) = 1;
    if (way == "collinear")
      for (Eigen::Index k = 1; k < p; ++k) x(k) = static_cast<double>(k + 1) * x(0) - 1;
    if (way == "one of a class") y = i == 0 ? 1 : -1;
    if (way == "all at one point") x.setZero();
    if (way == "one class") y = 1;
  }
  return sample;
}

inline core::Matrix linear_gram(const core::Sample& sample) {
  return core::Kernel{}.gram(sample.x);
}

/// sigma = factor x the median distance between the classes.
inline core::Matrix gaussian_gram(const core::Sample& sample, double factor = 1) {
  const double sigma = factor * core::median_distance_between_classes(sample);
  return core::Kernel{core::Kernel::Shape::gaussian, sigma}.gram(sample.x);
}

} // namespace tests
