#include <cmath>

#include "core/probability/draw_cache.hpp"
#include "core/probability/penalised_logistic.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using core::Matrix;
using core::Vector;

namespace {

struct Data {
  Matrix x;
  Vector y;
};

Data noisy(int n, int p) {
  core::Stream stream("plr");
  Data out{Matrix(n, p), Vector(n)};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < p; ++j) out.x(i, j) = stream.normal();
    out.y(i) = stream.uniform() < 1 / (1 + std::exp(-1.5 * out.x(i, 0) + 0.5)) ? 1 : -1;
  }
  return out;
}

double criterion(const Data& data, double b0, const Vector& b, double lambda) {
  double sum = lambda * b.squaredNorm();
  for (Eigen::Index i = 0; i < data.y.size(); ++i) {
    sum += std::log1p(std::exp(-data.y(i) * (b0 + data.x.row(i).dot(b))));
  }
  return sum;
}

} // namespace

TEST_CASE("the gradient of stepPlr's criterion vanishes at the fit", "[plr][manufactured]") {
  const auto data = noisy(120, 3);
  const double lambda = GENERATE(1e-3, 0.1, 1.0, 100.0);
  const auto fit = core::fit_penalised_logistic(data.x, data.y, lambda);
  REQUIRE(fit.certificate.status == core::Status::ok);
  CHECK(fit.certificate.relative_gap() <= 1e-9);
  const double h = 1e-5;
  for (int j = -1; j < 3; ++j) {
    const auto at = [&](double d) {
      Vector b = fit.beta;
      if (j >= 0) b(j) += d;
      return criterion(data, fit.beta_0 + (j < 0 ? d : 0), b, lambda);
    };
    CHECK((at(h) - at(-h)) / (2 * h) == Approx(0).margin(1e-4));
  }
}

TEST_CASE("a large lambda leaves the intercept alone: the share of positives", "[plr]") {
  const auto data = noisy(80, 2);
  const auto fit = core::fit_penalised_logistic(data.x, data.y, 1e9);
  const double share = (data.y.array() > 0).count() / 80.0;
  CHECK(fit.probability(data.x).maxCoeff() == Approx(share).margin(1e-6));
}

TEST_CASE("constant and repeated columns are as good as one", "[plr][degenerate]") {
  const auto data = noisy(60, 1);
  Data twice{Matrix(60, 3), data.y};
  twice.x << data.x, data.x, Vector::Ones(60);
  const auto one = core::fit_penalised_logistic(data.x, data.y, 0.5);
  const auto two = core::fit_penalised_logistic(twice.x, twice.y, 1.0); // b/2 twice has half the penalty
  CHECK(two.certificate.status == core::Status::ok);
  CHECK((one.probability(data.x) - two.probability(twice.x)).cwiseAbs().maxCoeff() < 1e-5);
}

TEST_CASE("separable data with a penalty have a finite fit; one class is reported as not converged",
          "[plr][degenerate]") {
  Data data{Matrix(4, 1), Vector(4)};
  data.x << -2, -1, 1, 2;
  data.y << -1, -1, 1, 1;
  CHECK(core::fit_penalised_logistic(data.x, data.y, 0.01).certificate.status == core::Status::ok);
  data.y.setOnes();
  CHECK(std::isfinite(core::fit_penalised_logistic(data.x, data.y, 0.01).beta_0));
}

TEST_CASE("more inputs than points: the learner in the span of the points finds the fit of all inputs",
          "[plr][oracle]") {
  const auto data = noisy(20, 30);
  const auto fresh = noisy(7, 30);
  core::DrawCache cache(core::Draw{{data.x, data.y, {}}, {}, {fresh.x, fresh.y, {}}}, core::StreamAxes{});
  core::Resample resample{{}, data.y.head(15)};
  for (Eigen::Index i = 0; i < 15; ++i) resample.rows.push_back(i / 2); // eight points, all but one twice
  for (const double lambda : {0.01, 1.0}) {
    const auto ours =
        core::PenalisedLogistic{}.learn(cache, resample)->probability(lambda, {core::Points::Part::test});
    const auto plain = core::fit_penalised_logistic(data.x(resample.rows, Eigen::all), resample.y, lambda);
    CHECK(ours.summary.status == core::Status::ok);
    CHECK((ours.probability.positive() - plain.probability(fresh.x)).cwiseAbs().maxCoeff() < 1e-6);
  }
}
