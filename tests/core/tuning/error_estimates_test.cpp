#include <cmath>

#include "core/contract.hpp"
#include "core/loss/logistic.hpp"
#include "core/tuning/criterion.hpp"
#include "core/tuning/perturbation.hpp"
#include "tests/support/catch.hpp"

using core::CovarianceReading;
using core::CrossValidation;
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

core::LossEstimate estimate(const Case& c, double tau, CovarianceReading reading) {
  return core::EstimatedLoss({c.y, c.p0, c.samples, tau}, reading).at(c.p, c.star);
}

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
    const auto loss = estimate(c, tau, CovarianceReading::corrected);
    CHECK(loss.covariance == Approx(literal_corrected(c, tau)).epsilon(1e-13));
  }
}

TEST_CASE("the empirical part is the cross entropy on the training sample", "[perturbation][oracle]") {
  const Case c;
  const auto loss = estimate(c, 0.5, CovarianceReading::corrected);
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
  const auto loss = estimate(c, 0.5, CovarianceReading::corrected);
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
  const auto loss = estimate(c, 0.5, CovarianceReading::printed);
  CHECK(loss.covariance == Approx(expected).epsilon(1e-13));
}

TEST_CASE("a probability that rounds to 1 counts with its log-odds, and those are kept only where one does",
          "[perturbation][degenerate]") {
  const auto read = [](const Vector& f) { return core::read_off({{f.unaryExpr(&core::sigmoid), f}, {}}); };
  CHECK(read(vec({1, -2, 3})).log_odds().size() == 0);
  CHECK(read(vec({1, -2, 40})).log_odds().size() == 3);
  Case c;
  c.star[1][0] = read(vec({-0.6, 40, 0.6}));
  const auto rounded = estimate(c, 0.5, CovarianceReading::corrected);
  c.star[1][0] = read(vec({-0.6, 30, 0.6}));
  const auto nearly = estimate(c, 0.5, CovarianceReading::corrected);
  c.star[1][0] = read(vec({-0.6, 20, 0.6}));
  const auto before = estimate(c, 0.5, CovarianceReading::corrected);
  // Far out both terms are linear in the log-odds of one point.
  CHECK(rounded.covariance - nearly.covariance ==
        Approx(nearly.covariance - before.covariance).epsilon(1e-6));
  CHECK(rounded.correction - nearly.correction ==
        Approx(nearly.correction - before.correction).epsilon(1e-6));
  CHECK(rounded.covariance != nearly.covariance);
  CHECK(rounded.correction != nearly.correction);
}

TEST_CASE("the terms are the sums of the logarithms of each probability alone, to the last bit",
          "[perturbation][bits]") {
  // Five samples, one more than a pack; some probabilities are known by their log-odds alone.
  const Eigen::Index n = 9;
  const std::size_t d = 5;
  core::Stream stream("bits");
  const auto odds = [&](double size) {
    Vector f(n);
    for (double& v : f) v = size * stream.normal();
    return f;
  };
  const auto read = [](const Vector& f) { return core::read_off({{f.unaryExpr(&core::sigmoid), f}, {}}); };
  const Vector p0 = odds(1).unaryExpr(&core::sigmoid), y = (odds(1).array() > 0).cast<double>();
  const Probabilities p = read(odds(2));
  const PerturbedSamples samples = core::perturb(p0, y, {d, 0.5}, stream);
  std::vector<std::vector<Probabilities>> star(d);
  for (auto& of_l : star)
    for (std::size_t m = 0; m < d; ++m) of_l.push_back(read(odds(m == 2 ? 400 : 2)));
  double covariance = 0, correction = 0;
  for (std::size_t l = 0; l < d; ++l) {
    const auto& rows = samples.rows[l];
    const auto delta = [&](const Probabilities& q, bool moved) {
      double sum = 0;
      for (Eigen::Index i = 0; i < n; ++i) {
        const Eigen::Index at = moved ? rows[static_cast<std::size_t>(i)] : i;
        sum += p.positive()(at) * q.log_of(at, +1);
        sum += (1 - p.positive()(at)) * q.log_of(at, -1);
      }
      return sum / static_cast<double>(n);
    };
    for (const Probabilities& q : star[l]) correction += delta(q, true) - delta(q, false);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Eigen::Index at = rows[static_cast<std::size_t>(i)];
      double mean = 0, cross = 0;
      for (const Vector& label : samples.labels[l]) mean += label(i) / static_cast<double>(d);
      for (std::size_t m = 0; m < d; ++m) cross += (samples.labels[l][m](i) - mean) * star[l][m].logit(at);
      const double q = p0(at);
      covariance += cross / (0.5 + 0.5 * (1 - 0.5) * (y(i) - q) * (y(i) - q) / (q * (1 - q)));
    }
  }
  const core::LossEstimate loss =
      core::EstimatedLoss({y, p0, samples, 0.5}, CovarianceReading::corrected).at(p, star);
  CHECK(star[0][2].log_odds().size() == n);
  CHECK(loss.covariance == covariance / static_cast<double>(d * (d - 1)) / static_cast<double>(n));
  CHECK(loss.correction == correction / static_cast<double>(d * d));
}

TEST_CASE("a method that ignores its labels pays no covariance penalty on average", "[perturbation]") {
  Case c;
  for (auto& stars : c.star)
    for (auto& star : stars) star = Vector(Vector::Constant(3, 0.3));
  const auto loss = estimate(c, 0.5, CovarianceReading::corrected);
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
  const auto samples = core::perturb(half, half.array().round().matrix(), {d, 0.5}, stream);
  int kept = 0;
  for (const auto& rows : samples.rows)
    for (int i = 0; i < n; ++i) kept += rows[static_cast<std::size_t>(i)] == i;
  CHECK(kept == Approx(n * d * (0.5 + 0.5 / n)).margin(4 * std::sqrt(n * d) / 2));
}

namespace {

/// Decides by x at lambda below 1 and against it above, with a loss of its own that is chosen here: what a
/// search must find is known.
struct Toy final : core::Learner {
  double omega = 0.5, sigma = 1;

  struct Trained final : core::Learned {
    const core::Draw& draw;
    double omega, sigma;
    Trained(const core::Draw& d, double o, double s) : draw(d), omega(o), sigma(s) {}
    std::vector<core::Estimate> curve(const std::vector<double>& lambdas,
                                      const core::Points& points) override {
      std::vector<core::Estimate> out;
      for (const double lambda : lambdas) {
        core::Estimate& estimate = out.emplace_back();
        estimate.score = draw.train.x(*points.rows, 0) * (lambda <= 1 ? 1 : -1);
        estimate.facts["own"] = std::abs(lambda - 0.1) + std::abs(omega - 0.25) + std::abs(sigma - 1);
      }
      return out;
    }
  };
  std::unique_ptr<core::Learned> learn(core::DrawCache& cache, const core::Resample&) const override {
    return std::make_unique<Trained>(cache.draw(), omega, sigma);
  }
  Offers offers() const override { return {true, true, true}; }
  std::unique_ptr<core::Learner> at_mixing(double at) const override {
    auto out = std::make_unique<Toy>(*this);
    out->omega = at;
    return out;
  }
  std::unique_ptr<core::Learner> at_bandwidth(double at) const override {
    auto out = std::make_unique<Toy>(*this);
    out->sigma = at;
    return out;
  }
  double largest_lambda(core::DrawCache&, const core::Resample& resample) const override {
    return static_cast<double>(resample.y.size());
  }
  double loss(const core::Estimate& estimate, const core::WeightedLabels&) const override {
    return estimate.facts.at("own");
  }
};

/// Twelve points that x decides.
core::DrawCache small_cache() {
  core::Sample train{core::Matrix(12, 1), core::Labels(12)};
  for (Eigen::Index i = 0; i < 12; ++i) train.y(i) = train.x(i, 0) = i % 2 == 0 ? 1 : -1;
  return {{train, {}, train}, {1, "toy", 0}};
}

CrossValidation by_error(std::vector<double> lambdas) {
  CrossValidation out;
  out.lambdas = std::move(lambdas);
  out.of = CrossValidation::Of::error;
  out.assignment = core::FoldAssignment::stratified;
  return out;
}

} // namespace

TEST_CASE("of level errors the rule of ties decides: either end, or the smallest of the learner's own losses",
          "[criterion]") {
  auto draw = small_cache();
  CrossValidation by = by_error({10, 1, 0.01, 0.1});
  CHECK(by.choose(Toy{}, draw).lambda == 1);
  by.ties = CrossValidation::Ties::smaller_lambda;
  CHECK(by.choose(Toy{}, draw).lambda == 0.01);
  by.ties = CrossValidation::Ties::smallest_loss;
  CHECK(by.choose(Toy{}, draw).lambda == 0.1);
  CHECK(by.choose(Toy{}, draw).value == 0);
}

TEST_CASE("mixings are walked with lambda, and of those level in all else the first listed is taken",
          "[criterion]") {
  auto draw = small_cache();
  CrossValidation by = by_error({0.1, 1});
  by.omegas = {0.75, 0.25};
  CHECK(*by.choose(Toy{}, draw).omega == 0.75);
  by.ties = CrossValidation::Ties::smallest_loss;
  const core::Tuned found = by.choose(Toy{}, draw);
  CHECK(*found.omega == 0.25);
  CHECK(found.lambda == 0.1);
  CHECK(found.terms.at("omega") == std::vector<double>{0.75, 0.75, 0.25, 0.25});
  CHECK(found.lambdas == std::vector<double>{0.1, 1, 0.1, 1});
}

TEST_CASE(
    "bandwidths are walked with mixings and lambda, and of those level in all else the first listed is taken",
    "[criterion]") {
  auto draw = small_cache();
  CrossValidation by = by_error({0.1, 1});
  by.omegas = {0.75, 0.25};
  by.sigmas = {3, 1, 2};
  CHECK(*by.choose(Toy{}, draw).sigma == 3);
  by.ties = CrossValidation::Ties::smallest_loss;
  const core::Tuned found = by.choose(Toy{}, draw);
  CHECK(*found.sigma == 1);
  CHECK(*found.omega == 0.25);
  CHECK(found.lambda == 0.1);
  CHECK(found.terms.at("sigma") == std::vector<double>{3, 3, 3, 3, 1, 1, 1, 1, 2, 2, 2, 2});
  CHECK(found.terms.at("omega") ==
        std::vector<double>{0.75, 0.75, 0.25, 0.25, 0.75, 0.75, 0.25, 0.25, 0.75, 0.75, 0.25, 0.25});
  by.sigmas = {};
  CHECK_FALSE(by.choose(Toy{}, draw).sigma.has_value());
}

TEST_CASE("lambda as a fraction counts the largest lambda of the whole training sample, in every fold",
          "[criterion]") {
  auto draw = small_cache();
  CrossValidation by = by_error({0.01, 1});
  by.unit = CrossValidation::LambdaUnit::largest;
  const core::Tuned found = by.choose(Toy{}, draw);
  CHECK(found.lambdas == std::vector<double>{0.01 * 12, 12});
  CHECK(found.lambda == 0.01 * 12);
}

TEST_CASE("a learner that says what it is is trained once for log-loss and error, and each chooses as alone",
          "[criterion]") {
  struct Named final : core::Learner {
    std::string name;
    double shift;
    int* trained;
    Named(std::string what, double by, int* count) : name(std::move(what)), shift(by), trained(count) {}
    struct Trained final : core::Learned {
      const core::Draw& draw;
      double shift;
      Trained(const core::Draw& d, double by) : draw(d), shift(by) {}
      std::vector<core::Estimate> curve(const std::vector<double>& lambdas,
                                        const core::Points& points) override {
        std::vector<core::Estimate> out;
        for (const double lambda : lambdas) {
          const Vector p = 0.5 + 0.1 * lambda * draw.train.x(*points.rows, 0).array() * (lambda < 3 ? 1 : -1);
          out.emplace_back().probability = p.array() + shift;
        }
        return out;
      }
    };
    std::unique_ptr<core::Learned> learn(core::DrawCache& cache, const core::Resample&) const override {
      ++*trained;
      return std::make_unique<Trained>(cache.draw(), shift);
    }
    std::string text() const override { return name; }
  };
  int trained = 0;
  const Named one{"one", 0, &trained}, other{"other", 0.4, &trained};
  CrossValidation by = by_error({1, 2, 4});
  CrossValidation by_loss = by;
  by_loss.of = CrossValidation::Of::log_loss;
  auto shared = small_cache();
  std::vector<core::Tuned> together;
  for (const auto* learner : {&one, &other})
    for (const auto* criterion : {&by, &by_loss}) together.push_back(criterion->choose(*learner, shared));
  CHECK(trained == 2 * by.folds);
  std::size_t k = 0;
  for (const auto* learner : {&one, &other})
    for (const auto* criterion : {&by, &by_loss}) {
      auto alone = small_cache();
      const core::Tuned found = criterion->choose(*learner, alone);
      CHECK(found.lambda == together[k].lambda);
      CHECK(found.values == together[k].values);
      CHECK(found.summary.fits == together[k++].summary.fits);
    }
  CHECK(together[0].values != together[2].values);
  by.folds = 4;
  by.choose(one, shared);
  CHECK(trained == 2 * 5 + 4 * 5 + 4); // other folds are other samples
}

TEST_CASE("what a learner does not offer is refused before it is trained", "[criterion]") {
  struct Plain final : core::Learner {
    std::unique_ptr<core::Learned> learn(core::DrawCache&, const core::Resample&) const override {
      return nullptr;
    }
  };
  const auto refused = [](const CrossValidation& by) {
    CHECK_THROWS_AS(by.require_fits(Plain{}), core::UserError);
    CHECK_NOTHROW(by.require_fits(Toy{}));
  };
  CrossValidation by = by_error({1});
  CHECK_NOTHROW(by.require_fits(Plain{}));
  by.omegas = {0.5};
  refused(by);
  by = by_error({1});
  by.sigmas = {0.5};
  refused(by);
  by = by_error({1});
  by.unit = CrossValidation::LambdaUnit::largest;
  refused(by);
  by = by_error({1});
  by.ties = CrossValidation::Ties::smallest_loss;
  refused(by);
}
