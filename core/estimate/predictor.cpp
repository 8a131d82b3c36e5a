#include "core/estimate/predictor.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {
namespace {

using Eigen::Index;
using Order = DecisionFunctions::Order;

constexpr Index points_at_a_time = 256; ///< so that their kernel stays in the cache

Matrix from_intercepts(const DecisionFunctions& of, const Matrix& terms) {
  Matrix out = of.intercepts.transpose().replicate(terms.rows(), 1);
  for (Index k = 0; k < out.cols(); ++k)
    for (Index j = 0; j < terms.cols(); ++j)
      if (const double c = of.coefficients(j, k); c != 0) out.col(k) += c * terms.col(j);
  return out;
}

/// The functions of a problem at points whose terms are [m x terms], block of points after block.
class BlockwiseValues {
 public:
  explicit BlockwiseValues(const DecisionFunctions& of) : of_(of) {
    if (of.order != Order::blocks) return;
    for (Index k = 0; k < of.coefficients.cols(); ++k) sums_.emplace_back(of.coefficients.col(k));
  }

  /// Those of rows `begin` to begin + m of out.
  void enter(const Matrix& terms, Index begin, Matrix& out) {
    auto rows = out.middleRows(begin, terms.rows());
    if (of_.order == Order::from_intercept) {
      rows = from_intercepts(of_, terms);
      return;
    }
    if (of_.order == Order::singly) rows = row_products(terms, of_.coefficients);
    for (Index k = 0; k < out.cols(); ++k) {
      if (of_.order == Order::blocks) sums_[static_cast<std::size_t>(k)](terms, rows.col(k).data());
      rows.col(k) = (rows.col(k) / of_.divisor).array() + of_.intercepts(k);
    }
  }

 private:
  const DecisionFunctions& of_;
  std::vector<ColumnSums> sums_;
};

/// [m x terms] at points [m x p].
Matrix terms_at(const Predictor& of, const Matrix& points) {
  if (of.kernel.shape == Kernel::Shape::linear) return points;
  return of.triangle.size() == 0 ? of.kernel.cross_gram(points, of.rows)
                                 : coordinates(of.kernel, of.rows, of.triangle, points);
}

} // namespace

bool Predictor::takes(Index inputs) const {
  const Index terms = kernel.shape == Kernel::Shape::gaussian ? rows.rows() : inputs;
  return std::all_of(problems.begin(), problems.end(), [terms](const DecisionFunctions& problem) {
    return problem.coefficients.rows() == terms;
  });
}

std::vector<Matrix> Predictor::decisions(const Matrix& x) const {
  expect(takes(x.cols()), "a coefficient for each term");
  std::vector<Matrix> out;
  std::vector<BlockwiseValues> values(problems.begin(), problems.end());
  for (const DecisionFunctions& problem : problems) out.emplace_back(x.rows(), problem.coefficients.cols());
  for (Index begin = 0; begin < x.rows(); begin += points_at_a_time) {
    const Index count = std::min(points_at_a_time, x.rows() - begin);
    const Matrix points = x.middleRows(begin, count);
    const Matrix terms = terms_at(*this, points);
    for (std::size_t k = 0; k < problems.size(); ++k) values[k].enter(terms, begin, out[k]);
  }
  return out;
}

bool Predictor::is_finite() const {
  return class_scores.allFinite() && triangle.allFinite() &&
         std::all_of(problems.begin(), problems.end(), [](const DecisionFunctions& problem) {
           return problem.coefficients.allFinite() && problem.intercepts.allFinite() &&
                  !problem.on_sample.array().isInf().any();
         });
}

Predictor Predictor::with_support_alone() const {
  if (kernel.shape == Kernel::Shape::linear || triangle.size() > 0) return *this;
  std::vector<Index> kept;
  for (Index j = 0; j < rows.rows(); ++j)
    if (std::any_of(problems.begin(), problems.end(), [j](const DecisionFunctions& problem) {
          return (problem.coefficients.row(j).array() != 0).any();
        }))
      kept.push_back(j);
  Predictor out = *this;
  out.rows = rows(kept, Eigen::all);
  for (DecisionFunctions& problem : out.problems)
    problem.coefficients = Matrix(problem.coefficients(kept, Eigen::all));
  return out;
}

Matrix coordinates(const Kernel& kernel, const Matrix& rows, const Matrix& triangle, const Matrix& x) {
  Matrix out = kernel.cross_gram(rows, x);
  for (Index j = 0; j < out.cols(); ++j) // point by point: in whatever company, the same bits
    triangle.triangularView<Eigen::Lower>().solveInPlace(out.col(j));
  return out.transpose();
}

Predictor of_dual(const Kernel& kernel, const Matrix& rows, DecisionFunctions dual) {
  if (kernel.shape == Kernel::Shape::gaussian) return {kernel, rows, {}, {std::move(dual)}};
  Matrix of_inputs(rows.cols(), dual.coefficients.cols());
  for (Index k = 0; k < of_inputs.cols(); ++k) // as CrossGram has it
    of_inputs.col(k) = (dual.coefficients.col(k).transpose() * rows).transpose();
  dual.coefficients = std::move(of_inputs);
  dual.order = Order::singly;
  return {kernel, {}, {}, {std::move(dual)}};
}

} // namespace core
