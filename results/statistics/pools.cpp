#include "results/statistics/pools.hpp"

#include <algorithm>
#include <cmath>

#include "results/record/text.hpp"

namespace results {
namespace {

/// The covariance of two of our numbers' errors: of the mean over pools, and of one pool beside it.
double of_ours(const PoolVariance& shared, Sampling sampling) {
  const double of_mean = shared.of_means / static_cast<double>(shared.pools);
  return sampling == Sampling::one_pool ? of_mean + shared.between() : of_mean;
}

/// A variance is not negative: pools that differ by less than their divisions do not differ at all.
PoolVariance of_one(PoolVariance variance) {
  variance.of_divisions = std::min(variance.of_divisions, variance.of_means);
  return variance;
}

/// K - 1, of a variance that is a multiple of S. Where W is taken off and the published error puts less back,
/// the rest is known less well (Satterthwaite 1946); never below 1.
double degrees_of_freedom(const PoolVariance& ours, double variance, Sampling sampling) {
  const auto k = static_cast<double>(ours.pools);
  if (sampling == Sampling::new_points) return k - 1;
  const double share = variance / (ours.of_means * (1 + 1 / k));
  return share < 1 ? std::max(1.0, (k - 1) * share * share) : k - 1;
}

/// How the published errors of two numbers are correlated: as single replications of ours.
double of_published(const PooledNumber& a, const PooledNumber& b, const PoolVariance& shared,
                    Sampling sampling) {
  const auto single = [&](const PoolVariance& one) {
    return sampling == Sampling::one_pool ? one.of_replicates : of_one(one).of_new_points();
  };
  const double both = sampling == Sampling::one_pool ? shared.of_replicates : shared.of_new_points();
  const double whole = std::sqrt(single(a.ours) * single(b.ours));
  return whole > 0 ? std::clamp(both / whole, -1.0, 1.0) : 0;
}

} // namespace

double covariance(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() < 2 || a.size() != b.size()) return std::numeric_limits<double>::quiet_NaN();
  const auto n = static_cast<double>(a.size());
  double mean_a = 0, mean_b = 0, sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    mean_a += a[i] / n;
    mean_b += b[i] / n;
  }
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return sum / (n - 1);
}

PoolVariance pool_variance(const std::vector<Summary>& pools) {
  PoolVariance out{.pools = pools.size(), .of_means = 0, .of_divisions = 0, .of_replicates = 0};
  const auto k = static_cast<double>(pools.size());
  std::vector<double> means;
  for (const Summary& one : pools) {
    means.push_back(one.mean);
    out.of_divisions += one.se * one.se / k;
    out.of_replicates += one.sd() * one.sd() / k;
  }
  out.of_means = covariance(means, means);
  return out;
}

PooledNumber pooled_number(const std::vector<Summary>& pools, const Published& published,
                           std::int32_t published_replications) {
  const PrintedNumber printed = read_printed(published.value);
  PooledNumber out{
      .difference = -printed.value, .ours = pool_variance(pools), .rounding = printed.rounding()};
  for (const Summary& one : pools) out.difference += one.mean / static_cast<double>(pools.size());
  const double root = std::sqrt(static_cast<double>(std::max(1, published_replications)));
  if (!published.se.empty()) {
    out.published.se = read_printed(published.se).value;
  } else if (published_replications > 1) {
    out.published.se =
        (published.sd.empty() ? std::sqrt(out.ours.of_replicates) : read_printed(published.sd).value) / root;
  }
  out.published.df = published_replications > 1 ? published_replications - 1 : exact;
  return out;
}

Verdict verdict_by(double z) {
  if (std::abs(z) > off_beyond) return Verdict::off;
  return std::abs(z) <= match_within ? Verdict::match : Verdict::cannot_tell;
}

Agreement compare_on_one_pool(const std::vector<Summary>& pools, const Published& published,
                              std::int32_t published_replications) {
  Agreement out;
  if (published.value.empty()) return out;
  const PooledNumber number = pooled_number(pools, published, published_replications);
  out.verdict = Verdict::cannot_tell;
  out.difference = number.difference;
  out.published_error = !published.se.empty()        ? PublishedError::printed_se
                        : published_replications < 2 ? PublishedError::rounding_only
                        : !published.sd.empty()      ? PublishedError::printed_sd
                                                     : PublishedError::our_spread;
  out.is_too_few = pools.size() < fewest_pools;
  if (out.is_too_few || !std::isfinite(out.difference) || !std::isfinite(number.ours.of_divisions))
    return out;
  out.combined_se = number.error(Sampling::one_pool).se;
  out.z = number.z(Sampling::one_pool);
  out.verdict = verdict_by(out.z);
  return out;
}

EstimatedError PooledNumber::error(Sampling sampling) const {
  const double own = of_ours(of_one(ours), sampling);
  const double df = degrees_of_freedom(ours, own + published.se * published.se, sampling);
  return combined(combined({std::sqrt(own), df}, published), {rounding, exact});
}

double PooledNumber::z(Sampling sampling) const {
  const EstimatedError whole = error(sampling);
  if (whole.df < fewest_to_judge - 1) return std::numeric_limits<double>::quiet_NaN();
  return normal_equivalent(difference / whole.se, whole.df);
}

double correlation(const PooledNumber& a, const PooledNumber& b, const PoolVariance& shared,
                   Sampling sampling) {
  const double whole = a.error(sampling).se * b.error(sampling).se;
  const double together =
      of_ours(shared, sampling) + of_published(a, b, shared, sampling) * a.published.se * b.published.se;
  return whole > 0 ? std::clamp(together / whole, -1.0, 1.0) : 0;
}

PooledNumber paired(const PooledNumber& a, const PooledNumber& b, const PoolVariance& difference,
                    const PoolVariance& shared) {
  const double pa = a.published.se, pb = b.published.se;
  const double cancels = 2 * of_published(a, b, shared, Sampling::one_pool) * pa * pb;
  PooledNumber out;
  out.difference = a.difference - b.difference;
  out.ours = difference;
  out.published = combined(a.published, b.published);
  out.published.se = std::sqrt(std::max(pa * pa + pb * pb - cancels, 0.0));
  out.rounding = std::hypot(a.rounding, b.rounding);
  return out;
}

JointTest joint_test(const std::vector<PooledNumber>& numbers,
                     const std::vector<std::vector<PoolVariance>>& shared, Sampling sampling) {
  std::vector<std::size_t> with_z;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (std::isfinite(numbers[i].z(sampling))) with_z.push_back(i);
  const auto k = static_cast<Eigen::Index>(with_z.size());
  Eigen::VectorXd z(k);
  Eigen::MatrixXd R = Eigen::MatrixXd::Identity(k, k);
  for (Eigen::Index row = 0; row < k; ++row) {
    const std::size_t i = with_z[static_cast<std::size_t>(row)];
    z(row) = numbers[i].z(sampling);
    for (Eigen::Index column = 0; column < row; ++column) {
      const std::size_t j = with_z[static_cast<std::size_t>(column)];
      R(row, column) = R(column, row) = correlation(numbers[i], numbers[j], shared[i][j], sampling);
    }
  }
  return joint_test(z, R);
}

} // namespace results
