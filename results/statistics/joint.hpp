#pragma once
#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <vector>

// What to make of many z at once: some lie beyond 3 by chance alone.
namespace results {

/// P(|Z| > z) of a standard normal Z; 1 for NaN.
double two_sided(double z);

/// How many of so many z are beyond, and how far the largest lies out.
struct Beyond {
  std::size_t compared = 0, beyond = 0;
  double largest = 0; ///< |z|, infinite allowed

  double expected() const; ///< how many would be beyond by chance
  double at_least() const; ///< P(at least as many as there are by chance), binomial; 1 for none
  double adjusted() const; ///< the largest's two-sided p-value times `compared` (Bonferroni), at most 1

  /// Whether chance does not explain them: one of the two probabilities is below P(|Z| > 3) = 0.0027, what a
  /// single z has to fall below. With one z both say |z| > 3. Dependent z, such as metrics of the same
  /// replicates, make the binomial probability too small; the Bonferroni one holds for them too.
  bool is_more_than_chance() const;
};

// Do many z together say what one of them alone does not? The z of a block of cells - one data set, one
// metric - are of the same draws and move together: sixteen may be worth three. Two tests hold their common
// null, z ~ N(0, R), against them:
//
//   shifted  mean z^2, against a chi-squared with df = k^2 / tr R^2 degrees of freedom over df, which has its
//            mean 1 and its variance 2 tr R^2 / k^2 (Satterthwaite 1946): the whole block lies elsewhere
//   single   the largest |z|, against that of draws from N(0, R): one cell does
//
// p is twice the smaller, at most 1 (Bonferroni over the two). docs/verdicts.md gives the reasons.

struct JointTest {
  double mean_square = std::numeric_limits<double>::quiet_NaN(); ///< of z
  double df = std::numeric_limits<double>::quiet_NaN();          ///< what the block is worth in cells
  double shifted = 1;                                            ///< p-value of mean_square
  double largest = std::numeric_limits<double>::quiet_NaN();     ///< |z|
  double single = 1;                                             ///< p-value of largest
  double p = 1;
};

/// Tests k z [k] with correlation R [k x k] under the null: symmetric, ones on its diagonal. Estimated entry
/// by entry it may have small negative eigenvalues, which count as 0 in the draws. The draws are the same in
/// every call, 10,000 of them; below 1 / 10,000 the p-value of the largest is bounded by k times that of a
/// single z. All NaN and p = 1 where k = 0. Throws std::logic_error where a z is not finite. Cost: k^3 +
/// 10,000 k^2.
JointTest joint_test(const Eigen::VectorXd& z, const Eigen::MatrixXd& correlation);

/// The p-values adjusted for their number by Holm (1979), in their order: the i-th smallest of n times n - i
/// + 1, never below a smaller one's, at most 1.
std::vector<double> holm(const std::vector<double>& p);

} // namespace results
