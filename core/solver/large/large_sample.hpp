#pragma once
#include <optional>
#include <vector>

#include "core/solver/large/large_fit.hpp"
#include "core/solver/path/counted_sample.hpp"

namespace core {

/// From this many observations on, support vector machines are solved one by one instead of along a path,
/// except where path_pays.
inline constexpr Eigen::Index large_sample = 2000;

/// Whether x [n x p] has so few columns that solvers work with them, not with K = x x'.
inline bool few_inputs(Eigen::Index rows, Eigen::Index inputs) {
  return 8 * inputs <= rows;
}
inline bool few_inputs(const Matrix& x) {
  return few_inputs(x.rows(), x.cols());
}

/// Whether a fit is solved in as many unknowns as inputs: some twenty steps of n p^2 / 2 each, where parts of
/// the sample would take a share of n^2 p.
inline bool factor_pays(Eigen::Index rows, Eigen::Index inputs) {
  return 4 * inputs <= rows;
}

/// Whether a whole grid of lambda is read off the path of core/solver/path/exact_lambda_path.hpp at less
/// cost. Where a linear kernel is held as its inputs, the path has two or three n events, each of n (p + 8)
/// or so, a tenth of that from eight inputs on, and the fits at single lambda are twenty products with the
/// inputs. With any other kernel a path costs what some four fits cost, as long as its matrix has room: that
/// takes 8 n^2 bytes a thread.
inline bool path_pays(Eigen::Index rows, bool holds_inputs, std::size_t lambdas) {
  constexpr Eigen::Index rows_a_lambda = 200, most_rows_of_a_matrix = 5793; // 256 MiB
  constexpr std::size_t fits_a_path = 4;
  if (holds_inputs) return rows < rows_a_lambda * static_cast<Eigen::Index>(lambdas);
  return lambdas > fits_a_path && rows <= most_rows_of_a_matrix;
}

inline bool path_pays(const Gram& gram, std::size_t lambdas) {
  return path_pays(gram.rows(), gram.features() != nullptr, lambdas);
}

/// The support vector machines of one large sample, whatever the weight and lambda. The solver is chosen by
/// rank: where K is x x' with few columns - the inputs of a linear kernel, the factor of a smooth one
/// (core/solver/large/kernel_factor.hpp) - by an interior point method in as many unknowns
/// (core/solver/interior/interior_point.hpp); elsewhere part by part, a Gaussian kernel with the rest at
/// either bound (core/solver/large/decomposition.hpp), others with the rest at zero
/// (core/solver/large/chunking.hpp). No road forms an n x n matrix.
///
/// The certificate is that of the whole problem with K itself, computed from the answer alone. Where the
/// interior point is not good enough, elbow descent goes on from it (core/solver/margin/solve.hpp).
class LargeSample {
 public:
  /// The sample's gram and y must outlive it.
  explicit LargeSample(const CountedSample& sample, const StoppingRule& rule = {});

  /// 0 < pi < 1, lambda > 0. A pure function of its arguments and (sample, rule). `near`, null or the answer
  /// at the same pi and a lambda nearby, is where decomposition starts; it moves an answer within its
  /// certificate.
  LargeFit at(double pi, double lambda, const LargeFit* near = nullptr) const;

 private:
  LargeFit finished(const WeightedDual& problem, Vector a, double guess) const;

  CountedSample sample_;
  StoppingRule rule_;
  std::vector<Eigen::Index> drawn_; ///< those with count > 0
  std::optional<Matrix> factor_;    ///< of the observations drawn, none where the rank is large
  Labels y_;                        ///< of these
};

} // namespace core
