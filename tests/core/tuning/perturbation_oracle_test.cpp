#include <cmath>

#include "core/loss/logistic.hpp"
#include "core/tuning/perturbation.hpp"
#include "tests/support/catch.hpp"

using core::CovarianceReading;
using core::PerturbedSamples;
using core::Probabilities;
using core::Vector;

namespace {

Vector vec(std::initializer_list<double> values) {
  Vector v(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

/// n = 3, D = 2, everything chosen by hand.
struct Case {
  Vector y = vec({1, 0, 1});
  Vector p0 = vec({0.7, 0.4, 0.6});
  Vector p = vec({0.8, 0.3, 0.55});
  PerturbedSamples samples{{{0, 2, 2}, {1, 1, 0}},
                           {{vec({1, 0, 0}), vec({0, 1, 1})}, {vec({1, 1, 0}), vec({1, 0, 1})}}};
  std::vector<std::vector<Probabilities>> star{{vec({0.6, 0.2, 0.9}), vec({0.5, 0.4, 0.7})},
                                               {vec({0.9, 0.35, 0.65}), vec({0.75, 0.1, 0.45})}};
};

double phi(double p) {
  return std::log(p) - std::log(1 - p);
}

/// The covariance of eq. 11 written out term by term: for point i, the mean over l of the sample covariance
/// over m (divisor D - 1) of y* and phi(p*), each divided by K.
double literal_corrected(const Case& c, double tau) {
  double total = 0;
  for (int i = 0; i < 3; ++i) {
    double over_l = 0;
    for (std::size_t l = 0; l < 2; ++l) {
      const auto at = c.samples.rows[l][static_cast<std::size_t>(i)];
      const double y1 = c.samples.labels[l][0](i), y2 = c.samples.labels[l][1](i);
      const double f1 = phi(c.star[l][0].positive()(at)), f2 = phi(c.star[l][1].positive()(at));
      const double covariance = (y1 - y2) * (f1 - f2) / 2; // of a pair
      const double q = c.p0(at);
      over_l += covariance / (tau + tau * (1 - tau) * std::pow(c.y(i) - q, 2) / (q * (1 - q)));
    }
    total += over_l / 2;
  }
  return total / 3;
}

} // namespace

TEST_CASE("the corrected covariance penalty is the literal formula", "[perturbation][oracle]") {
  const Case c;
  for (const double tau : {0.25, 0.5}) {
    const auto loss =
        core::estimated_loss({c.y, c.p0, c.p, c.star}, c.samples, tau, CovarianceReading::corrected);
    CHECK(loss.covariance == Approx(literal_corrected(c, tau)).epsilon(1e-13));
  }
}

TEST_CASE("the empirical part is the cross entropy on the training sample", "[perturbation][oracle]") {
  const Case c;
  const auto loss =
      core::estimated_loss({c.y, c.p0, c.p, c.star}, c.samples, 0.5, CovarianceReading::corrected);
  CHECK(loss.empirical == Approx(-(std::log(0.8) + std::log(0.7) + std::log(0.55)) / 3));
}

TEST_CASE("the correction is the mean difference of Delta over the perturbed inputs",
          "[perturbation][oracle]") {
  const Case c;
  const auto delta = [&](const std::vector<Eigen::Index>& rows, const Vector& q) {
    double sum = 0;
    for (const auto i : rows) sum += c.p(i) * std::log(q(i)) + (1 - c.p(i)) * std::log(1 - q(i));
    return sum / 3;
  };
  double expected = 0;
  for (std::size_t l = 0; l < 2; ++l) {
    for (std::size_t m = 0; m < 2; ++m) {
      expected +=
          (delta(c.samples.rows[l], c.star[l][m].positive()) - delta({0, 1, 2}, c.star[l][m].positive())) / 4;
    }
  }
  const auto loss =
      core::estimated_loss({c.y, c.p0, c.p, c.star}, c.samples, 0.5, CovarianceReading::corrected);
  CHECK(loss.correction == Approx(expected).epsilon(1e-13));
}

TEST_CASE("the printed reading has Y = -1 inside K, pooled centring and a stray one",
          "[perturbation][oracle]") {
  const Case c;
  double expected = 0;
  for (int i = 0; i < 3; ++i) {
    double pooled = 0;
    for (const auto& labels : c.samples.labels)
      for (const auto& y : labels) pooled += (2 * y(i) - 1) / 4;
    for (std::size_t l = 0; l < 2; ++l) {
      const auto at = c.samples.rows[l][static_cast<std::size_t>(i)];
      const double q = c.p0(at), k = 0.5 + 0.25 * std::pow(2 * c.y(i) - 1 - q, 2) / (q * (1 - q));
      for (std::size_t m = 0; m < 2; ++m) {
        expected += phi(c.star[l][m].positive()(at)) * (2 * c.samples.labels[l][m](i) - 1 - pooled + 1) / k /
                    (2 * 3) / 3;
      }
    }
  }
  const auto loss =
      core::estimated_loss({c.y, c.p0, c.p, c.star}, c.samples, 0.5, CovarianceReading::printed);
  CHECK(loss.covariance == Approx(expected).epsilon(1e-13));
}

TEST_CASE("a probability that rounds to 1 counts with its log-odds, and those are kept only where one does",
          "[perturbation][degenerate]") {
  const auto read = [](const Vector& f) { return core::read_off({{f.unaryExpr(&core::sigmoid), f}, {}}); };
  CHECK(read(vec({1, -2, 3})).log_odds().size() == 0);
  CHECK(read(vec({1, -2, 40})).log_odds().size() == 3);
  Case c;
  c.star[1][0] = read(vec({-0.6, 40, 0.6}));
  const auto rounded =
      core::estimated_loss({c.y, c.p0, c.p, c.star}, c.samples, 0.5, CovarianceReading::corrected);
  c.star[1][0] = read(vec({-0.6, 30, 0.6}));
  const auto nearly =
      core::estimated_loss({c.y, c.p0, c.p, c.star}, c.samples, 0.5, CovarianceReading::corrected);
  c.star[1][0] = read(vec({-0.6, 20, 0.6}));
  const auto before =
      core::estimated_loss({c.y, c.p0, c.p, c.star}, c.samples, 0.5, CovarianceReading::corrected);
  // Far out both terms are linear in the log-odds of one point.
  CHECK(rounded.covariance - nearly.covariance ==
        Approx(nearly.covariance - before.covariance).epsilon(1e-6));
  CHECK(rounded.correction - nearly.correction ==
        Approx(nearly.correction - before.correction).epsilon(1e-6));
  CHECK(rounded.covariance != nearly.covariance);
  CHECK(rounded.correction != nearly.correction);
}

TEST_CASE("a method that ignores its labels pays no covariance penalty on average", "[perturbation]") {
  Case c;
  for (auto& stars : c.star)
    for (auto& star : stars) star = Vector(Vector::Constant(3, 0.3));
  const auto loss =
      core::estimated_loss({c.y, c.p0, c.p, c.star}, c.samples, 0.5, CovarianceReading::corrected);
  CHECK(loss.covariance == Approx(0).margin(1e-15));
}

TEST_CASE("perturbed labels have the variance K p0 (1 - p0) that K is made for", "[perturbation][oracle]") {
  const double tau = 0.5, p0 = 0.3;
  core::Stream stream("variance");
  const int d = 300;
  const auto samples = core::perturb(vec({p0, p0}), vec({1, 0}), {d, tau}, stream);
  for (int i = 0; i < 2; ++i) {
    double sum = 0, square = 0;
    for (const auto& labels : samples.labels)
      for (const auto& y : labels) sum += y(i), square += y(i) * y(i);
    const double n = d * d, mean = sum / n, variance = square / n - mean * mean;
    const double y = i == 0 ? 1 : 0;
    const double k = tau + tau * (1 - tau) * (y - p0) * (y - p0) / (p0 * (1 - p0));
    CHECK(variance == Approx(k * p0 * (1 - p0)).epsilon(0.02));
  }
}

TEST_CASE("about half of the perturbed inputs stay where they were", "[perturbation]") {
  core::Stream stream("inputs");
  const int n = 200, d = 20;
  const Vector half = Vector::Constant(n, 0.5);
  const auto samples = core::perturb(half, half.array().round(), {d, 0.5}, stream);
  int kept = 0;
  for (const auto& rows : samples.rows)
    for (int i = 0; i < n; ++i) kept += rows[static_cast<std::size_t>(i)] == i;
  CHECK(kept == Approx(n * d * (0.5 + 0.5 / n)).margin(4 * std::sqrt(n * d) / 2));
}
