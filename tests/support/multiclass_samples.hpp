#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "core/sample/class_numbers.hpp"
#include "tests/support/margin_samples.hpp"

// Small samples of K classes for tests: normal clouds on a circle, and awkward families.
namespace tests {

struct ClassSample {
  core::Matrix x;
  core::ClassNumbers y;
};

/// Y uniform on K classes, X normal around (cos, sin)(2 pi Y / K) with this deviation.
inline ClassSample clouds(Eigen::Index n, int classes, std::uint64_t seed, double deviation = 0.7) {
  Dice dice(seed);
  ClassSample out{core::Matrix(n, 2), {{}, classes}};
  for (Eigen::Index i = 0; i < n; ++i) {
    const int k = dice.below(classes);
    const double angle = 2 * 3.14159265358979323846 * (k + 1) / classes;
    out.y.of.push_back(k);
    out.x.row(i) << std::cos(angle) + deviation * dice.normal(), std::sin(angle) + deviation * dice.normal();
  }
  return out;
}

/// The ways in which samples of several classes are awkward.
inline const std::vector<std::string> kAwkwardClasses = {
    "generic",         "absent class", "one class",        "twins",
    "constant column", "collinear",    "all at one point", "one of a class"};

/// n observations of three classes and two inputs, awkward in one of those ways.
inline ClassSample awkward_clouds(const std::string& way, Eigen::Index n, std::uint64_t seed) {
  ClassSample out = clouds(n, 3, seed);
  for (Eigen::Index i = 0; i < n; ++i) {
    int& k = out.y.of[static_cast<std::size_t>(i)];
    if (way == "absent class" && k == 1) k = 2;
    if (way == "one class") k = 1;
    if (way == "one of a class") k = i == 0 ? 0 : 1 + static_cast<int>(i % 2);
    if (way == "twins" && i % 2 == 1) out.x.row(i) = out.x.row(i - 1);
    if (way == "constant column") out.x(i, 1) = 3;
    if (way == "collinear") out.x(i, 1) = 2 * out.x(i, 0) - 1;
    if (way == "all at one point") out.x.row(i).setZero();
  }
  return out;
}

/// The same with weights 1, 2 or 3.
inline ClassSample weighted_clouds(Eigen::Index n, int classes, std::uint64_t seed, double deviation = 0.7) {
  ClassSample out = clouds(n, classes, seed, deviation);
  Dice dice(seed + 1000);
  out.y.weights = core::Vector(n);
  for (double& w : out.y.weights) w = 1 + dice.below(3);
  return out;
}

/// The rows of whole weights, each as often as it counts, behind each other.
inline std::vector<Eigen::Index> copied_rows(const core::Vector& weights) {
  std::vector<Eigen::Index> out;
  for (Eigen::Index i = 0; i < weights.size(); ++i)
    out.insert(out.end(), static_cast<std::size_t>(weights(i)), i);
  return out;
}

inline ClassSample copies_of(const ClassSample& sample) {
  const std::vector<Eigen::Index> rows = copied_rows(sample.y.weights);
  ClassSample out{sample.x(rows, Eigen::all), {{}, sample.y.classes}};
  for (const Eigen::Index i : rows) out.y.of.push_back(sample.y.of[static_cast<std::size_t>(i)]);
  return out;
}

inline std::vector<Eigen::Index> rows_up_to(Eigen::Index n) {
  std::vector<Eigen::Index> out;
  for (Eigen::Index i = 0; i < n; ++i) out.push_back(i);
  return out;
}

} // namespace tests
