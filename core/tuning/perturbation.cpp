#include "core/tuning/perturbation.hpp"

#include <algorithm>

#include "core/elementary/functions.hpp"
#include "core/loss/logistic.hpp"

namespace core {
namespace {

using Rows = std::vector<Eigen::Index>;

/// Delta(p, q; X) over these points; each of them once where none are named.
double mean_log_loss(const Vector& p, const Probabilities& q, const Rows* rows = nullptr) {
  double sum = 0;
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    const Eigen::Index at = rows != nullptr ? (*rows)[static_cast<std::size_t>(i)] : i;
    if (p(at) != 0) sum += p(at) * q.log_of(at, +1);
    if (p(at) != 1) sum += (1 - p(at)) * q.log_of(at, -1);
  }
  return sum / static_cast<double>(p.size());
}

/// K_li of one point; in the printed reading y is the label -1 or +1.
double spread(double y, double p0, double tau) {
  return tau + tau * (1 - tau) * (y - p0) * (y - p0) / (p0 * (1 - p0));
}

/// n^-1 sum_i cov_i with labels centred within each input sample.
double corrected_covariance(const PerturbedFit& fit, const PerturbedSamples& samples, double tau) {
  const std::size_t d = samples.rows.size();
  double sum = 0;
  for (std::size_t l = 0; l < d; ++l) {
    for (Eigen::Index i = 0; i < fit.y.size(); ++i) {
      const Eigen::Index at = samples.rows[l][static_cast<std::size_t>(i)];
      double mean = 0, cross = 0;
      for (std::size_t m = 0; m < d; ++m) mean += samples.labels[l][m](i) / static_cast<double>(d);
      for (std::size_t m = 0; m < d; ++m)
        cross += (samples.labels[l][m](i) - mean) * fit.star[l][m].logit(at);
      sum += cross / spread(fit.y(i), fit.p0(at), tau);
    }
  }
  return sum / static_cast<double>(d * (d - 1)) / static_cast<double>(fit.y.size());
}

/// Eq. 13 to the letter.
double printed_covariance(const PerturbedFit& fit, const PerturbedSamples& samples, double tau) {
  const std::size_t d = samples.rows.size();
  const auto dd = static_cast<double>(d * d);
  double sum = 0;
  for (Eigen::Index i = 0; i < fit.y.size(); ++i) {
    double mean = 0;
    for (const auto& labels : samples.labels) {
      for (const Vector& y : labels) mean += (2 * y(i) - 1) / dd;
    }
    for (std::size_t l = 0; l < d; ++l) {
      const Eigen::Index at = samples.rows[l][static_cast<std::size_t>(i)];
      const double k = spread(2 * fit.y(i) - 1, fit.p0(at), tau);
      for (std::size_t m = 0; m < d; ++m) {
        sum += fit.star[l][m].logit(at) * (2 * samples.labels[l][m](i) - 1 - mean + 1) / k;
      }
    }
  }
  return sum / (2 * (dd - 1)) / static_cast<double>(fit.y.size());
}

} // namespace

PerturbedSamples perturb(const Vector& p0, const Vector& y, const PerturbationSize& size, Stream& stream) {
  const auto [samples, tau, inputs] = size;
  const auto n = static_cast<std::size_t>(y.size());
  PerturbedSamples out;
  for (std::int64_t l = 0; l < samples; ++l) {
    std::vector<Eigen::Index> rows(n);
    for (std::size_t i = 0; i < n; ++i) {
      const bool moved = stream.uniform() < tau;
      rows[i] = static_cast<Eigen::Index>(moved ? stream.below(n) : i);
      if (inputs == PerturbedInputs::as_they_are) rows[i] = static_cast<Eigen::Index>(i);
    }
    std::vector<Vector> labels;
    for (std::int64_t m = 0; m < samples; ++m) {
      Vector star = y;
      for (std::size_t i = 0; i < n; ++i) {
        if (stream.uniform() >= tau) continue;
        star(static_cast<Eigen::Index>(i)) = stream.uniform() < p0(rows[i]) ? 1 : 0;
      }
      labels.push_back(std::move(star));
    }
    out.rows.push_back(std::move(rows));
    out.labels.push_back(std::move(labels));
  }
  return out;
}

Probabilities read_off(Estimate&& estimate) {
  const Vector& p = estimate.probability.positive();
  const bool needed = std::any_of(p.begin(), p.end(), is_coarse);
  return needed ? std::move(estimate.probability) : estimate.probability.as_rounded();
}

LossEstimate estimated_loss(const PerturbedFit& fit, const PerturbedSamples& samples, double tau,
                            CovarianceReading reading) {
  const std::size_t d = samples.rows.size();
  LossEstimate out;
  out.empirical = -mean_log_loss(fit.y, fit.p);
  out.covariance = reading == CovarianceReading::corrected ? corrected_covariance(fit, samples, tau)
                                                           : printed_covariance(fit, samples, tau);
  for (std::size_t l = 0; l < d; ++l) {
    for (const Probabilities& star : fit.star[l]) {
      const Vector& p = fit.p.positive();
      out.correction += mean_log_loss(p, star, &samples.rows[l]) - mean_log_loss(p, star);
    }
  }
  const auto divisor = static_cast<double>(reading == CovarianceReading::corrected ? d * d : d * d - 1);
  out.correction /= divisor;
  return out;
}

} // namespace core
