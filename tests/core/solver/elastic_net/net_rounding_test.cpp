#include <cmath>

#include "core/solver/elastic_net/path.hpp"
#include "core/solver/elastic_net/ridge.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/many_digits.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using Eigen::Index;
using tests::Digits;
using tests::ManyDigits;

// What the certificates of elastic nets say of answers whose numbers have few digits left. A hundred digits
// tell what the bound of core/solver/elastic_net/problem.hpp is at the stored answer; what is said must not be
// less.
namespace {

/// r_i = y_i sigmoid(-y_i f_i) / n, the pull of the logit loss.
Digits pull_at(const Labels& y, const Digits& h, const ManyDigits& a) {
  Digits out;
  for (std::size_t i = 0; i < h.size(); ++i) {
    const ManyDigits label = y(static_cast<Index>(i));
    out.push_back(label / (1 + exp(label * (h[i] + a))) / ManyDigits(y.size()));
  }
  return out;
}

/// The intercept at which the pulls of h sum to 0: by Newton's method from a close guess.
ManyDigits best_intercept(const Labels& y, const Digits& h, ManyDigits a) {
  for (ManyDigits by = 1; abs(by) > 1e-40 * (1 + abs(a)); a += by) {
    ManyDigits sum = 0, slope = 0;
    for (const ManyDigits& r : pull_at(y, h, a)) {
      sum += r;
      const ManyDigits share = abs(r) * ManyDigits(y.size());
      slope += share * (1 - share) / ManyDigits(y.size());
    }
    by = sum / slope;
  }
  return a;
}

/// |e|_inf (|b|_1 + F / (gamma omega)) at the stored coefficients and the intercept that is best for them.
ManyDigits true_bound(const ElasticNetProblem& problem, double gamma, const ElasticNetFit& fit) {
  const Digits b = tests::digits_of(fit.coefficients), h = tests::times(problem.columns, b);
  const ManyDigits a = best_intercept(problem.y, h, fit.intercept);
  const Digits r = pull_at(problem.y, h, a), pulled = tests::times(problem.columns.transpose(), r);
  const ManyDigits one = ManyDigits(gamma) * ManyDigits(problem.omega), two = ManyDigits(gamma) - one;
  ManyDigits misfit = 0, norm = 0, objective = 0;
  for (std::size_t j = 0; j < b.size(); ++j) {
    const ManyDigits at = pulled[j] - two * b[j];
    const ManyDigits off =
        b[j] == 0 ? ManyDigits(abs(at) - one) : ManyDigits(abs(at - (b[j] > 0 ? one : -one)));
    misfit = std::max(misfit, off);
    norm += abs(b[j]);
    objective += two / 2 * b[j] * b[j] + one * abs(b[j]);
  }
  for (std::size_t i = 0; i < h.size(); ++i)
    objective +=
        tests::logistic_loss(problem.y(static_cast<Index>(i)) * (h[i] + a)) / ManyDigits(problem.y.size());
  return misfit * (norm + objective / one);
}

void check_says_enough(const Matrix& columns, const Labels& y, double omega) {
  const ElasticNetProblem problem{columns, y, omega, Ridge::plain};
  ElasticNetPath<Coherence> path(problem, Coherence::logit());
  const double largest = path.largest_gamma();
  for (const double share : {0.5, 0.1, 1e-2}) {
    const double gamma = share * largest;
    const ElasticNetFit fit = path.at(gamma);
    CAPTURE(omega, share, fit.certificate.relative_gap(), fit.certificate.rounding);
    CHECK(ManyDigits(fit.certificate.gap()) >= true_bound(problem, gamma, fit));
    CHECK((fit.certificate.status == Status::ok) == fit.certificate.proves(certified_gap));
  }
}

Labels by_turns(Index n) {
  Labels y(n);
  for (Index i = 0; i < n; ++i) y(i) = i % 2 == 0 ? 1 : -1;
  return y;
}

} // namespace

TEST_CASE("elastic net certificate: columns far from 0, whose decision values the intercept takes back",
          "[elastic_net][certificate][rounding]") {
  for (const double offset : {1e3, 1e6, 1e9}) {
    CAPTURE(offset);
    tests::Dice dice(5);
    const Labels y = by_turns(12);
    Matrix x(12, 2);
    for (Index i = 0; i < 12; ++i) x.row(i) << offset + dice.normal() + 0.5 * y(i), offset + dice.normal();
    check_says_enough(x, y, 0.5);
    check_says_enough(x, y, 1);
  }
}

TEST_CASE("elastic net certificate: long columns whose products first grow and then cancel",
          "[elastic_net][certificate][rounding]") {
  for (const std::uint64_t seed : {1, 2}) {
    CAPTURE(seed);
    tests::Dice dice(seed);
    const Index n = 100;
    const Labels y = by_turns(n);
    Matrix x(n, 2);
    for (Index i = 0; i < n; ++i) {
      const double size = i < n / 2 ? 1e6 : -1e6;
      x.row(i) << y(i) * size * dice.uniform(0.5, 1) + 3e5 * y(i), size * dice.uniform(0.5, 1);
    }
    check_says_enough(x, y, 0.5);
  }
}

TEST_CASE("elastic nets of numbers that overflow are not converged",
          "[elastic_net][certificate][degenerate]") {
  const Labels y = by_turns(8);
  tests::Dice dice(2);
  Matrix x(8, 2);
  for (double& v : x.reshaped()) v = dice.normal();
  for (const double size : {1e150, 1e160}) {
    CAPTURE(size);
    const Matrix large = size * x;
    const Matrix gram = large * large.transpose();
    for (const Ridge kind : {Ridge::plain, Ridge::kernel}) {
      const ElasticNetFit ridge =
          fit_ridge({kind == Ridge::plain ? large : gram, y, 0, kind}, Coherence::logit(), 1);
      CAPTURE(ridge.certificate.primal, ridge.certificate.dual, ridge.certificate.rounding);
      CHECK(ridge.certificate.status == Status::not_converged);
    }
    ElasticNetPath<Coherence> path({large, y, 0.5, Ridge::plain}, Coherence::logit());
    const ElasticNetFit net = path.at(1);
    CAPTURE(net.certificate.primal, net.certificate.dual, net.certificate.rounding);
    CHECK((net.certificate.status == Status::ok) == net.certificate.proves(certified_gap));
  }
}

TEST_CASE("a ridge that is called converged has a gap of 1e-8 at most, with what rounding may hide 1e-6",
          "[elastic_net][certificate][degenerate]") {
  int failed = 0, proven = 0;
  for (const double offset : {0.0, 1e3, 1e6, 1e9}) {
    tests::Dice dice(7);
    const Labels y = by_turns(10);
    Matrix x(10, 2);
    for (Index i = 0; i < 10; ++i) x.row(i) << offset + dice.normal() + 0.3 * y(i), offset + dice.normal();
    const Matrix gram = x * x.transpose();
    for (const double gamma : {0x1p-10, 1.0}) {
      const ElasticNetFit fit = fit_ridge({gram, y, 0, Ridge::kernel}, Coherence::logit(), gamma);
      CAPTURE(offset, gamma, fit.certificate.relative_gap());
      CHECK((fit.certificate.status == Status::ok) == fit.certificate.proves(certified_gap));
      (fit.certificate.status == Status::ok ? proven : failed) += 1;
    }
  }
  CHECK(failed > 0);
  CHECK(proven > 0);
}
