#include "core/solver/elastic_net/proximal_newton.hpp"

#include <cmath>

#include "core/solver/elastic_net/path.hpp"
#include "core/solver/elastic_net/quadratic_net.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/many_digits.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using Eigen::Index;
using tests::Digits;
using tests::ManyDigits;

namespace {

/// Columns that share some of their variance, the classes by the first four; the sample does not separate.
Sample correlated(Index n, Index p, double share, std::uint64_t seed) {
  tests::Dice dice(seed);
  Sample sample{Matrix(n, p), Labels(n), {}};
  for (Index i = 0; i < n; ++i) {
    const double common = dice.normal();
    double log_odds = 0.3;
    for (Index j = 0; j < p; ++j) {
      sample.x(i, j) = std::sqrt(share) * common + std::sqrt(1 - share) * dice.normal();
      if (j < 4) log_odds += (j % 2 == 0 ? 1.5 : -1) * sample.x(i, j);
    }
    sample.y(i) = dice.uniform() < 1 / (1 + std::exp(-log_odds)) ? 1 : -1;
  }
  return sample;
}

/// The largest entry of the smallest subgradient of a quadratic net, from its definition.
double violation(const QuadraticNet& net, const Vector& x) {
  const Vector pull = net.c - net.q * x;
  double worst = 0;
  for (Index j = 0; j < x.size(); ++j)
    worst = std::max(
        worst, x(j) == 0 ? std::abs(pull(j)) - net.one : std::abs(pull(j) - std::copysign(net.one, x(j))));
  return worst;
}

} // namespace

TEST_CASE("quadratic nets: the conditions of the optimum hold, wherever one starts",
          "[elastic_net][manufactured]") {
  const Index k = GENERATE(1, 2, 5, 12, 30);
  const double share = GENERATE(0.0, 0.5, 0.99);
  const Matrix x = correlated(3 * k + 5, k, share, 3).x;
  const Matrix q = x.transpose() * x / static_cast<double>(x.rows()) + 1e-3 * Matrix::Identity(k, k);
  tests::Dice dice(4);
  Vector c(k), far(k);
  for (double& v : c) v = dice.normal();
  for (double& v : far) v = 100 * dice.normal();
  for (const double one : {0.0, 0.01, 0.3, 1.0, 10.0}) {
    CAPTURE(k, share, one);
    const QuadraticNet net{q, c, one};
    const Vector from_zero = minimum_of(net, Vector::Zero(k)), from_far = minimum_of(net, far);
    CHECK(violation(net, from_zero) < 1e-10);
    CHECK(violation(net, from_far) < 1e-10);
    CHECK((from_zero - from_far).cwiseAbs().maxCoeff() < 1e-6);
    if (one >= c.cwiseAbs().maxCoeff()) CHECK(from_zero.isZero(0));
  }
}

TEST_CASE("quadratic nets: of none there is none, and a column of zeros stays out",
          "[elastic_net][degenerate]") {
  CHECK(minimum_of({Matrix(0, 0), Vector(), 1}, Vector()).size() == 0);
  Matrix q = Matrix::Identity(3, 3);
  q(1, 1) = 0;
  const Vector c = (Vector(3) << 2, 0, -2).finished();
  const Vector x = minimum_of({q, c, 0.5}, Vector::Zero(3));
  CHECK(x(0) == 1.5);
  CHECK(x(1) == 0);
  CHECK(x(2) == -1.5);
}

namespace {

/// F - D in a hundred digits, both from their definitions at the stored numbers and at the pulls of the logit loss
/// there, balanced and scaled as core/solver/elastic_net/net_place.hpp says.
ManyDigits true_gap(const ElasticNetProblem& problem, const NetPenalty& penalty, double intercept,
                    const Vector& b) {
  const Digits digits = tests::digits_of(b), h = tests::times(problem.columns, digits);
  const auto n = h.size();
  const ManyDigits one = penalty.one, ridge = penalty.ridge, size = ManyDigits(n);
  ManyDigits primal = 0, pull = 0, weight = 0;
  Digits r(n), w(n);
  for (std::size_t i = 0; i < n; ++i) {
    const ManyDigits y = problem.y(static_cast<Index>(i)), z = y * (h[i] + ManyDigits(intercept));
    const ManyDigits q = 1 / (1 + exp(z));
    primal += tests::logistic_loss(z) / size;
    r[i] = y * q / size, w[i] = q * (1 - q) / size;
    pull += r[i], weight += w[i];
  }
  for (std::size_t i = 0; i < n; ++i) r[i] -= w[i] * pull / weight;
  Digits u = tests::times(problem.columns.transpose(), r);
  ManyDigits steepest = 0;
  for (const ManyDigits& v : u) steepest = std::max(steepest, ManyDigits(abs(v)));
  const ManyDigits share = ridge == 0 && steepest > one ? ManyDigits(one / steepest) : ManyDigits(1);
  ManyDigits dual = 0;
  for (std::size_t i = 0; i < n; ++i) dual += tests::binary_entropy(abs(r[i] * share) * size) / size;
  for (std::size_t j = 0; j < u.size(); ++j) {
    primal += ridge / 2 * digits[j] * digits[j] + one * abs(digits[j]);
    const ManyDigits beyond = abs(u[j]) - one;
    if (ridge > 0 && beyond > 0) dual -= beyond * beyond / (2 * ridge);
  }
  return primal - dual;
}

} // namespace

TEST_CASE("elastic net certificate at any point: never less than the gap that a hundred digits find",
          "[elastic_net][certificate][oracle]") {
  const Sample sample = correlated(60, 4, 0.6, 5);
  const double omega = GENERATE(0.05, 0.5, 1.0), gamma = GENERATE(0.2, 0.02, 1e-4);
  const ElasticNetProblem problem{sample.x, sample.y, omega, Ridge::plain};
  const NetSample at(problem, Coherence::logit());
  const NetPenalty penalty{gamma * omega, gamma * (1 - omega)};
  const ElasticNetFit best = ProximalNewton(problem, Coherence::logit()).at(gamma);
  CAPTURE(omega, gamma, best.certificate.relative_gap());
  CHECK(best.certificate.status == Status::ok);
  tests::Dice dice(6);
  for (const double off : {0.0, 1e-12, 1e-8, 1e-4, 1e-2, 1.0}) {
    Vector b = best.coefficients;
    for (double& v : b) v += off * dice.normal();
    const double a = best.intercept + off * dice.normal();
    const Certificate said = certify_net(at, net_place(at, a, b), penalty);
    CAPTURE(off, said.primal, said.dual, said.rounding);
    CHECK(ManyDigits(said.gap()) >= std::min(true_gap(problem, penalty, a, b), ManyDigits(said.primal)));
    CHECK(said.gap() >= said.primal - best.certificate.primal);
    CHECK(said.dual <= best.certificate.primal * (1 + 1e-14));
    const Certificate tilted =
        certify_net(at, net_place(at, best.intercept + off, best.coefficients), penalty);
    const ManyDigits wanted = true_gap(problem, penalty, best.intercept + off, best.coefficients);
    CHECK(ManyDigits(tilted.gap()) >= std::min(wanted, ManyDigits(tilted.primal)));
  }
}

TEST_CASE(
    "elastic net certificate at any point: far from balanced it claims no more than that losses are positive",
    "[elastic_net][certificate][degenerate]") {
  const Sample sample = correlated(60, 4, 0.6, 5);
  const ElasticNetProblem problem{sample.x, sample.y, 0.5, Ridge::plain};
  const NetSample at(problem, Coherence::logit());
  const NetPlace place = net_place(at, 50, Vector::Constant(4, 30));
  const Certificate said = certify_net(at, place, {0.01, 0.01});
  CHECK(said.dual == 0);
  CHECK(said.gap() >= said.primal);
}

namespace {

template <class Check>
void along(const ElasticNetProblem& problem, const Coherence& loss, const Check& check) {
  ProximalNewton newton(problem, loss);
  const double largest = largest_gamma(problem, loss);
  CHECK(newton.at(1.0001 * largest).nonzero() == 0);
  for (int k = 1; k <= 16; ++k) {
    const double gamma = largest * std::pow(10, -k / 4.0);
    CAPTURE(problem.omega, loss.rho, gamma);
    const ElasticNetFit fit = newton.at(gamma);
    CAPTURE(fit.certificate.relative_gap(), fit.certificate.rounding, fit.certificate.iterations);
    CHECK(fit.certificate.status == Status::ok);
    const std::vector<double>& objectives = newton.objectives();
    for (std::size_t i = 1; i < objectives.size(); ++i)
      CHECK(objectives[i] <= objectives[i - 1] * (1 + 1e-12));
    check(gamma, fit);
  }
}

} // namespace

TEST_CASE("proximal Newton: a path is that of the rounds of descent, and its objective never rises",
          "[elastic_net][oracle]") {
  const double omega = GENERATE(0.01, 0.25, 0.9, 1.0);
  const Sample sample = correlated(120, 9, 0.7, 8);
  const ElasticNetProblem problem{sample.x, sample.y, omega, Ridge::plain};
  REQUIRE_FALSE(proximal_newton_pays(problem));
  for (const Coherence& loss : {Coherence::logit(), Coherence::c(1, 1), Coherence::c(0.3, 1)}) {
    ElasticNetPath<Coherence> rounds(problem, loss);
    along(problem, loss, [&](double gamma, const ElasticNetFit& fit) {
      const ElasticNetFit other = rounds.at(gamma);
      CHECK(fit.certificate.primal == Approx(other.certificate.primal).epsilon(2e-9));
      CHECK((fit.coefficients - other.coefficients).cwiseAbs().maxCoeff() < 1e-3);
      CHECK(fit.certificate.primal - fit.certificate.gap() <= other.certificate.primal);
    });
  }
}

TEST_CASE("proximal Newton: observations of weight k are k observations", "[elastic_net][manufactured]") {
  Sample once = correlated(40, 5, 0.5, 9), copies{Matrix(80, 5), Labels(80), {}};
  once.weights = Vector(40);
  Index row = 0;
  for (Index i = 0; i < 40; ++i) {
    once.weights(i) = static_cast<double>(1 + i % 3);
    for (Index k = 0; k <= i % 3 && row < 80; ++k, ++row)
      copies.x.row(row) = once.x.row(i), copies.y(row) = once.y(i);
  }
  copies.x.conservativeResize(row, 5);
  copies.y.conservativeResize(row);
  for (const double omega : {0.2, 1.0}) {
    const ElasticNetProblem weighted{once.x, once.y, omega, Ridge::plain, once.weights};
    const ElasticNetProblem copied{copies.x, copies.y, omega, Ridge::plain};
    ProximalNewton of_copies(copied, Coherence::logit());
    along(weighted, Coherence::logit(), [&](double gamma, const ElasticNetFit& fit) {
      const ElasticNetFit other = of_copies.at(gamma);
      CHECK(fit.certificate.primal == Approx(other.certificate.primal).epsilon(1e-9));
    });
  }
}

TEST_CASE("proximal Newton: constant, empty and repeated columns, and classes that separate, are solved",
          "[elastic_net][degenerate]") {
  Sample sample = correlated(90, 8, 0.3, 10);
  sample.x.col(3).setConstant(2);
  sample.x.col(4).setZero();
  sample.x.col(6) = sample.x.col(5);
  for (const double omega : {0.05, 0.5, 1.0}) {
    along({sample.x, sample.y, omega, Ridge::plain}, Coherence::logit(),
          [](double, const ElasticNetFit& fit) {
            CHECK(fit.coefficients(3) == 0);
            CHECK(fit.coefficients(4) == 0);
          });
    Sample apart = sample;
    for (Index i = 0; i < apart.size(); ++i) apart.x(i, 0) = apart.y(i) * (0.5 + std::abs(apart.x(i, 0)));
    along({apart.x, apart.y, omega, Ridge::plain}, Coherence::logit(), [](double, const ElasticNetFit&) {});
  }
}

TEST_CASE("proximal Newton: a cold start far down a path arrives where warm steps do",
          "[elastic_net][manufactured]") {
  const Sample sample = correlated(200, 6, 0.9, 11);
  for (const double omega : {0.1, 1.0}) {
    const ElasticNetProblem problem{sample.x, sample.y, omega, Ridge::plain};
    const double gamma = 1e-4 * largest_gamma(problem, Coherence::logit());
    const ElasticNetFit cold = ProximalNewton(problem, Coherence::logit()).at(gamma);
    CHECK(cold.certificate.status == Status::ok);
    along(problem, Coherence::logit(), [&](double at, const ElasticNetFit& fit) {
      if (at <= 1.0001 * gamma)
        CHECK(cold.certificate.primal == Approx(fit.certificate.primal).epsilon(1e-9));
    });
  }
}

TEST_CASE(
    "elastic nets of many observations: every fit of a path is proven, rounding included, to a gap of 1e-9",
    "[elastic_net][certificate]") {
  const Sample sample = correlated(6000, 5, 0.5, 12);
  for (const double omega : {0.5, 1.0}) {
    const ElasticNetProblem problem{sample.x, sample.y, omega, Ridge::plain};
    REQUIRE(proximal_newton_pays(problem));
    ElasticNetPath<Coherence> path(problem, Coherence::logit());
    for (int k = 0; k <= 10; ++k) {
      const ElasticNetFit fit = path.at(path.largest_gamma() * std::pow(10, -k / 2.0));
      CAPTURE(omega, k, fit.certificate.rounding);
      CHECK(fit.certificate.status == Status::ok);
      CHECK(fit.certificate.relative_gap() <= 1e-9);
    }
  }
}

TEST_CASE("elastic nets of many observations: columns far from 0 are proven or not called converged",
          "[elastic_net][certificate][degenerate]") {
  Sample sample = correlated(600, 3, 0.5, 13);
  for (const double offset : {1e3, 1e6, 1e9}) {
    CAPTURE(offset);
    const Matrix far = sample.x.array() + offset;
    const ElasticNetProblem problem{far, sample.y, 0.5, Ridge::plain},
        near{sample.x, sample.y, 0.5, Ridge::plain};
    const double gamma = 0.05 * largest_gamma(near, Coherence::logit());
    const ElasticNetFit fit = ElasticNetPath<Coherence>(problem, Coherence::logit()).at(gamma);
    const ElasticNetFit best = ElasticNetPath<Coherence>(near, Coherence::logit()).at(gamma);
    CHECK((fit.certificate.status == Status::ok) == fit.certificate.proves(certified_gap));
    CHECK(fit.certificate.primal - fit.certificate.gap() <= best.certificate.primal);
    CHECK(fit.certificate.primal + fit.certificate.gap() >= best.certificate.primal * (1 - 1e-9));
  }
}
