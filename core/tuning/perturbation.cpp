#include "core/tuning/perturbation.hpp"

#include <algorithm>

#include "core/elementary/pack.hpp"
#include "core/loss/logistic.hpp"
#include "core/random/weighted_draw.hpp"

namespace core {
namespace {

using Eigen::Index;
using Rows = std::vector<Index>;

/// n^-1 sum_i y_i log p(X_i) + (1 - y_i) log(1 - p(X_i)), weighted.
double mean_log_likelihood(const Vector& y, const Vector& weights, const Probabilities& p) {
  double sum = 0;
  for (Index i = 0; i < y.size(); ++i) {
    const double w = weight_at(weights, i);
    if (y(i) != 0) sum += w * (y(i) * p.log_of(i, +1));
    if (y(i) != 1) sum += w * ((1 - y(i)) * p.log_of(i, -1));
  }
  return sum / weight_of_all(weights, y.size());
}

/// Every logarithm of the q_m(X_i) that Delta and the covariance are sums of, taken once. [D x n] each, the
/// rows filled up to whole packs.
struct Logarithms {
  Matrix of, of_rest, logit; ///< log q, log(1 - q) and log(q / (1 - q))

  explicit Logarithms(const std::vector<Probabilities>& star);
};

void take_logarithms(Matrix& x) {
  log(x.size(), x.data(), x.data());
}

Logarithms::Logarithms(const std::vector<Probabilities>& star) {
  const Index n = star.front().size(), d = static_cast<Index>(star.size());
  of = Matrix::Constant((d + lanes_of_pack - 1) / lanes_of_pack * lanes_of_pack, n, 0.5);
  for (Index m = 0; m < d; ++m) of.row(m) = star[static_cast<std::size_t>(m)].positive().transpose();
  of_rest = 1 - of.array();
  logit = of.array() / of_rest.array();
  for (Matrix* part : {&of, &of_rest, &logit}) take_logarithms(*part);
  for (Index m = 0; m < d; ++m) {
    const Probabilities& q = star[static_cast<std::size_t>(m)];
    if (q.log_odds().size() == 0) continue;
    for (Index i = 0; i < n; ++i) {
      if (!is_coarse(q.positive()(i))) continue;
      of(m, i) = q.log_of(i, +1), of_rest(m, i) = q.log_of(i, -1), logit(m, i) = q.logit(i);
    }
  }
}

/// Where the points have moved to, and what each weighs there.
struct MovedRows {
  const Rows& rows;
  const Vector& weights;
  double n; ///< the weight of all
};

/// n Delta(p, q_m; X) of one pack of samples m, added up point by point.
struct LogLoss {
  const Vector& p;
  const Logarithms& q;
  Index first; ///< of the pack
  Pack sum = all(0);

  MARGINLAB_INLINE void add(Index at, double weight) {
    const double share = p(at);
    if (share != 0) sum += weight * (share * load(&q.of(first, at)));
    if (share != 1) sum += weight * ((1 - share) * load(&q.of_rest(first, at)));
  }
};

/// Delta(p, q_m; X_rows) - Delta(p, q_m; X) of every sample m, d of them, n the weight of all points.
std::vector<double> differences(const Vector& p, const Logarithms& q, const MovedRows& at, std::size_t d) {
  const auto& [rows, weights, n] = at;
  std::vector<double> out;
  for (Index first = 0; first < q.of.rows(); first += lanes_of_pack) {
    LogLoss moved{p, q, first}, still{p, q, first};
    for (Index i = 0; i < p.size(); ++i) {
      const double weight = weight_at(weights, i);
      moved.add(rows[static_cast<std::size_t>(i)], weight);
      still.add(i, weight);
    }
    for (Index m = 0; m < lanes_of_pack && out.size() < d; ++m)
      out.push_back(moved.sum[m] / n - still.sum[m] / n);
  }
  return out;
}

/// K_li of one point; in the printed reading y is the label -1 or +1.
double spread(double y, double p0, double tau) {
  return tau + tau * (1 - tau) * (y - p0) * (y - p0) / (p0 * (1 - p0));
}

/// y*_lmi - ybar*_l.i for one l [D x n].
Matrix centred(const std::vector<Vector>& labels) {
  const auto d = static_cast<Index>(labels.size()), n = labels.front().size();
  Matrix out(d, n);
  for (Index i = 0; i < n; ++i) {
    double mean = 0;
    for (const Vector& y : labels) mean += y(i) / static_cast<double>(d);
    for (Index m = 0; m < d; ++m) out(m, i) = labels[static_cast<std::size_t>(m)](i) - mean;
  }
  return out;
}

/// The same of eq. 13 to the letter: labels -1 and +1, less their mean over all D^2 samples [n], plus one.
Matrix centred_as_printed(const std::vector<Vector>& labels, const Vector& mean) {
  Matrix out(static_cast<Index>(labels.size()), mean.size());
  for (Index m = 0; m < out.rows(); ++m)
    out.row(m) = (2 * labels[static_cast<std::size_t>(m)].array() - 1 - mean.array() + 1).transpose();
  return out;
}

Vector mean_of_all(const std::vector<std::vector<Vector>>& labels) {
  const auto count = static_cast<double>(labels.size() * labels.size());
  Vector mean = Vector::Zero(labels.front().front().size());
  for (const auto& of_l : labels)
    for (const Vector& y : of_l) mean.array() += (2 * y.array() - 1) / count;
  return mean;
}

} // namespace

PerturbedSamples perturb(const Vector& p0, const WeightedLabels& labels_of, const PerturbationSize& size,
                         Stream& stream) {
  const auto [samples, tau, inputs] = size;
  const Vector& y = labels_of.y;
  const WeightedDraw any_row(labels_of.weights, static_cast<std::size_t>(y.size()));
  const auto n = static_cast<std::size_t>(y.size());
  PerturbedSamples out;
  for (std::int64_t l = 0; l < samples; ++l) {
    std::vector<Eigen::Index> rows(n);
    for (std::size_t i = 0; i < n; ++i) {
      const bool moved = stream.uniform() < tau;
      rows[i] = static_cast<Eigen::Index>(moved ? any_row(stream) : i);
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
  return needed ? std::move(estimate.probability) : Probabilities(p);
}

EstimatedLoss::EstimatedLoss(const PerturbedTraining& training, CovarianceReading reading)
    : y_(training.y),
      weights_(training.weights),
      n_(weight_of_all(weights_, y_.size())),
      samples_(training.samples),
      reading_(reading) {
  const bool printed = reading == CovarianceReading::printed;
  const Vector mean = printed ? mean_of_all(samples_.labels) : Vector();
  for (std::size_t l = 0; l < samples_.rows.size(); ++l) {
    const auto& labels = samples_.labels[l];
    label_weights_.push_back(printed ? centred_as_printed(labels, mean) : centred(labels));
    Vector& spreads = spreads_.emplace_back(y_.size());
    for (Index i = 0; i < y_.size(); ++i) {
      const double p0 = training.p0(samples_.rows[l][static_cast<std::size_t>(i)]);
      spreads(i) = spread(printed ? 2 * y_(i) - 1 : y_(i), p0, training.tau);
    }
  }
}

/// The terms of each reading in the order of its sums: by l, i, m of the corrected one, by i, l, m as
/// printed.
double EstimatedLoss::covariance(const std::vector<Matrix>& logits) const {
  const auto d = static_cast<Index>(logits.size()), n = y_.size();
  const auto dd = static_cast<double>(d * d);
  double sum = 0;
  const auto each = [&](Index l, Index i, const auto& add) {
    const auto s = static_cast<std::size_t>(l);
    add(label_weights_[s].col(i), logits[s].col(samples_.rows[s][static_cast<std::size_t>(i)]),
        spreads_[s](i));
  };
  if (reading_ == CovarianceReading::printed) {
    for (Index i = 0; i < n; ++i)
      for (Index l = 0; l < d; ++l)
        each(l, i, [&](const auto& weight, const auto& logit, double k) {
          for (Index m = 0; m < d; ++m) sum += weight_at(weights_, i) * (logit(m) * weight(m) / k);
        });
    return sum / (2 * (dd - 1)) / n_;
  }
  for (Index l = 0; l < d; ++l)
    for (Index i = 0; i < n; ++i)
      each(l, i, [&](const auto& weight, const auto& logit, double k) {
        double cross = 0;
        for (Index m = 0; m < d; ++m) cross += weight(m) * logit(m);
        sum += weight_at(weights_, i) * (cross / k);
      });
  return sum / static_cast<double>(d * (d - 1)) / n_;
}

LossEstimate EstimatedLoss::at(const Probabilities& p,
                               const std::vector<std::vector<Probabilities>>& star) const {
  const std::size_t d = samples_.rows.size();
  LossEstimate out;
  out.empirical = -mean_log_likelihood(y_, weights_, p);
  std::vector<Matrix> logits;
  for (std::size_t l = 0; l < d; ++l) {
    Logarithms q(star[l]);
    for (const double difference : differences(p.positive(), q, {samples_.rows[l], weights_, n_}, d))
      out.correction += difference;
    logits.push_back(std::move(q.logit));
  }
  out.covariance = covariance(logits);
  out.correction /= static_cast<double>(reading_ == CovarianceReading::corrected ? d * d : d * d - 1);
  return out;
}

} // namespace core
