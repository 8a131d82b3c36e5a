#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "core/kernel/kernel_tiles.hpp"
#include "core/sample/types.hpp"

namespace core {

/// A kernel with its bandwidth decided.
///   linear:    K(s, t) = s't
///   gaussian:  K(s, t) = exp(-|s - t|^2 / sigma^2)   (no factor 2: Wang, Shen & Liu 2008, section 5.1)
///              with its width twice inside, exp(-|s - t|^2 / (2 sigma^2)), as Zeng & Zhang (2023) print it;
///              with its width outside, exp(-|s - t|^2) / (2 sigma^2), as their package computes it
///
/// Squared distances are sums of squared differences, never |s|^2 + |t|^2 - 2 s't, and every entry is
/// computed by the same operations in the same order wherever it stands. Hence equal rows of x give equal
/// rows of K to the last bit, K(s, t) = K(t, s) exactly, and the Gaussian K(s, s) is `at_distance_zero()`
/// exactly.
struct Kernel {
  enum class Shape { linear, gaussian };
  enum class Width { inside, twice, outside }; ///< of the exponential
  Shape shape = Shape::linear;
  double sigma = 1; ///< > 0; read by the Gaussian shape only
  Width width = Width::inside;

  /// K(s, s) of a Gaussian: 1, or 1 / (2 sigma^2) with the width outside.
  double at_distance_zero() const { return width == Width::outside ? 1 / (2 * sigma * sigma) : 1; }

  /// How an entry follows from two points.
  KernelEntry entry() const;

  /// K(x_i, z_j) [m x n] for x [m x p], z [n x p]. Cost m n p, and m n exponentials for the Gaussian shape.
  Matrix cross_gram(const Matrix& x, const Matrix& z) const;

  /// K(x_i, z) [m] for x [m x p], z [p]: the bits of a column of cross_gram. Cost m p.
  Vector column(const Matrix& x, const Eigen::RowVectorXd& z) const;

  /// K(x_i, x_j) [n x n]: the bits of cross_gram(x, x), at about half its cost.
  Matrix gram(const Matrix& x) const;
};

/// Median of the Euclidean distances between all pairs of the sample of different classes (Jaakkola et al.
/// 1999 as Wang, Shen & Liu use it, section 5.1; of several classes Wu, Zhang & Liu 2010, section 5). The
/// mean of the two middle distances where their number is even. A pair weighs the product of its points'
/// weights, and the middle is where half of all that lies. 1 where there is one class or the median is zero:
/// a bandwidth must be positive. Cost p for each such pair.
double median_distance_between_classes(const Sample& sample);

/// The same median where the label is one more input, so that two points of different classes, +1 and -1, are
/// farther apart, by sqrt(d^2 + 4). For two classes.
double median_distance_with_labels(const Sample& sample);

/// The same median over `pairs` positive-negative pairs of large samples, drawn with replacement by a stream
/// of its own, points in proportion to their weights: a function of the sample alone. With no more pairs than
/// that, or more than two classes, it is the median over all pairs. Cost pairs p.
double sampled_median_distance(const Sample& sample, std::int64_t pairs = 200'000);

/// Mean of the Euclidean distances between the points of all pairs of the sample (Zhang, Dai & Jordan 2013,
/// section 5.2). A point of weight w stands for w alike, which are w (w - 1) / 2 pairs at distance 0, none
/// where w < 1. 1 where the mean is zero or there is one point. Cost n^2 p / 2.
double mean_distance(const Matrix& x, const Vector& weights = {});

/// A kernel before it meets a sample: its shape, and its bandwidth as a rule.
struct KernelChoice {
  /// What sigma is counted in: the median distance between the classes of the training sample, input units,
  /// that median over a sample of the pairs, the mean distance between all training points, or the median
  /// where the label is one more input.
  enum class SigmaUnit { median, absolute, sampled_median, mean, median_with_labels };

  Kernel::Shape shape = Kernel::Shape::linear;
  SigmaUnit unit = SigmaUnit::median;
  double sigma = 1;
  Kernel::Width width = Kernel::Width::inside;

  auto operator<=>(const KernelChoice&) const = default;

  bool has_bandwidth() const { return shape == Kernel::Shape::gaussian; }

  /// The same with this bandwidth, where one is given and the kernel has one.
  KernelChoice at(const std::optional<double>& bandwidth) const;

  /// In words, the same for equal choices only.
  std::string text() const;

  /// The kernel on this training sample, every unit a weighted one. Cost n+ n- p for the median rule.
  Kernel on(const Sample& train) const;
};

} // namespace core
