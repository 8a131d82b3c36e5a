#include "core/tuning/perturbation.hpp"

#include <cmath>

#include "core/elementary/functions.hpp"

namespace core {
namespace {

double mean_log_loss(const Vector& p, const Vector& q) {
  double sum = 0;
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    if (p(i) != 0) sum += p(i) * log(q(i));
    if (p(i) != 1) sum += (1 - p(i)) * log(1 - q(i));
  }
  return sum / static_cast<double>(p.size());
}

double logit(double p) {
  return log(p / (1 - p));
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
        cross += (samples.labels[l][m](i) - mean) * logit(fit.star[l][m](at));
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
        sum += logit(fit.star[l][m](at)) * (2 * samples.labels[l][m](i) - 1 - mean + 1) / k;
      }
    }
  }
  return sum / (2 * (dd - 1)) / static_cast<double>(fit.y.size());
}

} // namespace

PerturbedSamples perturb(const Vector& p0, const Vector& y, const PerturbationSize& size, Stream& stream) {
  const auto [samples, tau] = size;
  const auto n = static_cast<std::size_t>(y.size());
  PerturbedSamples out;
  for (std::int64_t l = 0; l < samples; ++l) {
    std::vector<Eigen::Index> rows(n);
    for (std::size_t i = 0; i < n; ++i) {
      const bool moved = stream.uniform() < tau;
      rows[i] = static_cast<Eigen::Index>(moved ? stream.below(n) : i);
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

LossEstimate estimated_loss(const PerturbedFit& fit, const PerturbedSamples& samples, double tau,
                            CovarianceReading reading) {
  const std::size_t d = samples.rows.size();
  LossEstimate out;
  out.empirical = -mean_log_loss(fit.y, fit.p);
  out.covariance = reading == CovarianceReading::corrected ? corrected_covariance(fit, samples, tau)
                                                           : printed_covariance(fit, samples, tau);
  for (std::size_t l = 0; l < d; ++l) {
    const Vector p = fit.p(samples.rows[l]);
    for (const Vector& star : fit.star[l]) {
      out.correction += mean_log_loss(p, star(samples.rows[l])) - mean_log_loss(fit.p, star);
    }
  }
  const auto divisor = static_cast<double>(reading == CovarianceReading::corrected ? d * d : d * d - 1);
  out.correction /= divisor;
  return out;
}

} // namespace core
