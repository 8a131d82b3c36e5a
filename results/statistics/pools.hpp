#pragma once
#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <vector>

#include "results/record/study_card.hpp"
#include "results/statistics/agreement.hpp"
#include "results/statistics/joint.hpp"
#include "results/statistics/student.hpp"
#include "results/statistics/summary.hpp"

// What is a printed mean worth, if all its replications divided one pool of points that was drawn once?
//
// Its standard error is over the divisions of that pool. The pool's own deviation is no part of it, and no
// number of replications lowers it. Ours come from K pools, with n divisions each. Let S be the covariance of
// the pools' means (divisor K - 1) and W that part of it which is due to the divisions, the mean of the
// squared standard errors. Then B = S - W is the covariance of the pools themselves, and n W that of single
// divisions within a pool. With the published error p and its rounding
//
//   new points   s^2 = S / K + p^2 + rounding^2
//   one pool     s^2 = S / K + B + p^2 + rounding^2
//
// and (ours - published) / s is Student's with K - 1 degrees of freedom. They are fewer where W is taken off
// and p^2 puts less back, because B is then known less well. With as many divisions as the paper's it is not.
// A replication on a new pool is one on new points: single ones have the variance B + n W.
namespace results {

/// How the replications of a study drew their points.
enum class Sampling { new_points, one_pool };

/// Variances of a metric over pools, or the covariances of two metrics or cells.
struct PoolVariance {
  std::size_t pools = 0;
  double of_means = std::numeric_limits<double>::quiet_NaN();      ///< S
  double of_divisions = std::numeric_limits<double>::quiet_NaN();  ///< W
  double of_replicates = std::numeric_limits<double>::quiet_NaN(); ///< n W, averaged over the pools

  double between() const { return of_means - of_divisions; }         ///< B; of a variance it may be negative
  double of_new_points() const { return between() + of_replicates; } ///< of single replications
};

/// The sample covariance of two lists of one length, divisor length - 1; NaN for fewer than two values.
double covariance(const std::vector<double>& a, const std::vector<double>& b);

/// Of a metric with these means over the divisions of each pool; NaN where one has no mean or no error.
PoolVariance pool_variance(const std::vector<Summary>& pools);

/// A number of ours, the mean over pools, beside a published one.
struct PooledNumber {
  double difference = 0; ///< ours - published
  PoolVariance ours{};
  EstimatedError published{}; ///< without its rounding
  double rounding = 0;

  EstimatedError error(Sampling sampling) const; ///< s
  double z(Sampling sampling) const;             ///< what a normal variable exceeds as often as Student's t
};

/// The mean over pools of these means beside a number that a paper prints. Its error is the printed one, or
/// that of our divisions for the paper's replications; 0 where it does not say how many those are. Throws
/// UserError where a printed text is not a number.
PooledNumber pooled_number(const std::vector<Summary>& pools, const Published& published,
                           std::int32_t published_replications);

/// match: |z| <= 2. off: |z| > 3. cannot tell: the rest, and NaN.
Verdict verdict_by(double z);

inline constexpr std::size_t fewest_pools = 3; ///< below it there is no verdict

/// The verdict on one pool, by its z. Fewer than fewest_pools, or a pool without a finite mean, cannot tell.
Agreement compare_on_one_pool(const std::vector<Summary>& pools, const Published& published,
                              std::int32_t published_replications);

/// The correlation of two numbers' z, in [-1, 1]. `shared` has their covariances; the published errors are
/// taken to be correlated as ours are. 0 where an error is 0.
double correlation(const PooledNumber& a, const PooledNumber& b, const PoolVariance& shared,
                   Sampling sampling);

/// The paired difference a - b of two numbers on the same pools. `difference` has the variances of ours,
/// `shared` the covariances of the two, which say how much of the published errors cancels.
PooledNumber paired(const PooledNumber& a, const PooledNumber& b, const PoolVariance& difference,
                    const PoolVariance& shared);

/// The joint test of a block of numbers (results/statistics/joint.hpp) with the correlation above.
/// `shared` [k][k] has the covariances; only those below the diagonal are read.
JointTest joint_test(const std::vector<PooledNumber>& numbers,
                     const std::vector<std::vector<PoolVariance>>& shared, Sampling sampling);

} // namespace results
