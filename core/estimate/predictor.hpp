#pragma once
#include <vector>

#include "core/kernel/kernel.hpp"
#include "core/sample/observation_weights.hpp"

namespace core {

/// Decision functions of one problem,
///
///   f_k(x) = sum_j coefficients(j, k) t_j(x) / divisor + intercepts(k),
///
/// and the values to which their map to probabilities is fitted.
struct DecisionFunctions {
  /// How a sum is formed, which its last bits depend on: blocks of 64 terms that are not 0, one term after
  /// the other, or likewise from the intercept on, without the divisor.
  enum class Order { blocks, singly, from_intercept };

  Matrix coefficients{}; ///< [terms x functions]
  Vector intercepts{};   ///< [functions]
  double divisor = 1;    ///< lambda, where the coefficients are a dual solution
  Order order = Order::singly;
  /// [n x functions] of the sample that was learned from: NaN where a function has no say of a point. Empty
  /// where the map reads none.
  Matrix on_sample{};
};

/// All that a method predicts by without a fit. The terms t_j are the inputs of a linear kernel, so that no
/// row of the sample is needed, or the Gaussian kernel K(x, row j), or with a triangle L the coordinates
/// L^{-1} K(row, x).
struct Predictor {
  Kernel kernel{};
  Matrix rows{};                             ///< [terms x p] of a Gaussian kernel; empty of a linear one
  Matrix triangle{};                         ///< [terms x terms], lower; empty elsewhere
  std::vector<DecisionFunctions> problems{}; ///< of two classes; one of each problem that K classes come to
  /// [n x K] scores of the classes, to which a map of all of them is fitted; empty elsewhere.
  Matrix class_scores{};

  /// Whether its functions have a coefficient for each term at points of so many inputs.
  bool takes(Eigen::Index inputs) const;

  /// The values of each problem's functions at x [m x p]: [m x functions] each. A row has the same bits in
  /// whatever company it comes. Cost m terms (p + functions), with a triangle m terms^2 / 2 more.
  std::vector<Matrix> decisions(const Matrix& x) const;

  /// Whether every number is finite but for the NaN of on_sample.
  bool is_finite() const;

  /// The same one without the rows whose coefficients are all 0: the same bits.
  Predictor with_support_alone() const;
};

/// What a predictor is asked: probabilities at x [m x p], as the labels [n] of the sample that was learned
/// from have it, with their weights.
struct Question {
  const Matrix& x;
  WeightedLabels labels;
  int classes = 2;
};

/// Points x [m x p] in the space that rows [r x p] span, whose kernel matrix is L L' with the lower triangle
/// L [r x r]: L^{-1} K(rows, x), a row a point [m x r]. A point has the same bits in whatever company.
Matrix coordinates(const Kernel& kernel, const Matrix& rows, const Matrix& triangle, const Matrix& x);

/// Functions by dual coefficients a [n x functions] of the rows [n x p] of a sample. Of a linear kernel they
/// become coefficients of the inputs.
Predictor of_dual(const Kernel& kernel, const Matrix& rows, DecisionFunctions dual);

} // namespace core
