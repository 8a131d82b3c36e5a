#include <cmath>

#include "tests/core/solver/interior/sparse_logistic_cases.hpp"
#include "tests/support/catch.hpp"

using namespace core;

TEST_CASE("sparse logistic: the slopes at the corners are 1 - p_max and p_min",
          "[sparse_logistic][manufactured]") {
  const FaithfulInterval interval{0.0288, 0.2406};
  const TruncatedLogistic positive = interval.loss(1), negative = interval.loss(-1);
  CHECK(positive.jump() == Approx(1 - 0.2406).epsilon(1e-15));
  CHECK(negative.jump() == Approx(0.0288).epsilon(1e-15));
  CHECK(positive.slope(-positive.corner - 1e-12) == Approx(-positive.jump()).epsilon(1e-10));
  CHECK(positive.slope(-positive.corner) == 0);
  CHECK(positive.value(10) == Approx(-std::log(0.2406)).epsilon(1e-14));
  CHECK(negative.value(10) == Approx(-std::log(1 - 0.0288)).epsilon(1e-14));
  CHECK(FaithfulInterval{}.loss(1).corner == -infinity);
  CHECK(FaithfulInterval{}.loss(-1).corner == -infinity);
}

TEST_CASE("sparse logistic: every answer has the nine entries of Table 1",
          "[sparse_logistic][manufactured]") {
  const Sample sample = tests::imbalanced(400, 5, 5);
  Eigen::Index seen[3] = {0, 0, 0};
  for (const double lambda : {0.3, 30.0}) {
    const SparseLogisticProblem problem = tests::problem_of(sample, {0.15, 0.4}, lambda);
    const SparseLogisticFit fit = tests::fitted(problem);
    REQUIRE(fit.certificate.status == Status::ok);
    const Vector f = fit.log_odds(sample.x);
    for (Eigen::Index i = 0; i < sample.size(); ++i) {
      CAPTURE(lambda, i);
      const double corner = problem.interval.loss(sample.y(i)).corner, margin = sample.y(i) * f(i),
                   alpha = fit.alpha(i), at_corner = 1 / (1 + std::exp(-corner));
      // The multipliers of (9): xi is the larger of its two bounds, and its derivative of the Lagrangian is
      // zero.
      const double xi = std::max(-margin, corner), beta = 1 / (1 + std::exp(-xi)) - alpha;
      const Piece kind = piece_of(problem, fit, i);
      ++seen[static_cast<int>(kind)];
      switch (kind) {
        case Piece::flat:
          CHECK(xi == Approx(corner).margin(1e-6));
          CHECK(alpha == Approx(0).margin(1e-6));
          CHECK(beta == Approx(at_corner).margin(1e-6));
          break;
        case Piece::corner:
          CHECK(xi == Approx(corner).margin(1e-6));
          CHECK(alpha == Approx(at_corner - beta).margin(1e-6));
          CHECK(beta == Approx(at_corner - alpha).margin(1e-6));
          CHECK((0 <= alpha && alpha <= at_corner));
          break;
        case Piece::logarithmic:
          CHECK(xi == Approx(-margin).margin(1e-6));
          CHECK(alpha == Approx(1 / (1 + std::exp(margin))).margin(1e-6));
          CHECK(beta == Approx(0).margin(1e-6));
      }
    }
  }
  CHECK(seen[0] > 50);
  CHECK(seen[1] > 2);
  CHECK(seen[2] > 50);
}

TEST_CASE("sparse logistic: every row twice at twice lambda is every row once",
          "[sparse_logistic][manufactured]") {
  const Sample once = tests::imbalanced(150, 4, 6);
  Sample twice{Matrix(300, 4), Labels(300), {}};
  twice.x << once.x, once.x;
  twice.y << once.y, once.y;
  const FaithfulInterval interval{0.2, 0.45};
  const SparseLogisticFit one = tests::fitted(tests::problem_of(once, interval, 0.7)),
                          two = tests::fitted(tests::problem_of(twice, interval, 1.4));
  CHECK((one.w - two.w).cwiseAbs().maxCoeff() < 1e-6);
  CHECK(one.b == Approx(two.b).margin(1e-6));
  CHECK(2 * one.certificate.primal == Approx(two.certificate.primal).epsilon(1e-9));
}

TEST_CASE("sparse logistic: swapping the classes mirrors the probabilities and the interval",
          "[sparse_logistic][manufactured]") {
  const Sample sample = tests::imbalanced(150, 4, 7);
  Sample swapped = sample;
  swapped.y = -sample.y;
  const SparseLogisticFit fit = tests::fitted(tests::problem_of(sample, {0.1, 0.4}, 0.5)),
                          mirror = tests::fitted(tests::problem_of(swapped, {0.6, 0.9}, 0.5));
  CHECK((fit.w + mirror.w).cwiseAbs().maxCoeff() < 1e-6);
  CHECK(fit.b == Approx(-mirror.b).margin(1e-6));
  CHECK(fit.support_vectors == mirror.support_vectors);
  CHECK(fit.at_corner == mirror.at_corner);
}

TEST_CASE("sparse logistic: rows of chosen kinds give the w, b and kinds they were made for",
          "[sparse_logistic][manufactured]") {
  // f(x) = x - 1, so that a row's x is its log-odds plus one. The two logarithmic rows have alpha = 0.6 and
  // cancel in sum alpha y; of the corner rows, four at either corner, each has alpha = 0.15: lambda is what
  // sum alpha y x then is.
  const FaithfulInterval interval{0.2, 0.6};
  const double high = FaithfulInterval::logit(0.6), low = FaithfulInterval::logit(0.2),
               far = FaithfulInterval::logit(0.4);
  Sample sample{Matrix(12, 1), Labels(12), {}};
  sample.x.col(0) << far, -far, high, high, high, high, low, low, low, low, high + 2, low - 1;
  sample.x.array() += 1;
  sample.y << 1, -1, 1, 1, 1, 1, -1, -1, -1, -1, 1, -1;
  const double lambda = 0.6 * 2 * far + 0.15 * 4 * (high - low);
  REQUIRE(lambda > 0);
  const SparseLogisticProblem problem = tests::problem_of(sample, interval, lambda);
  const SparseLogisticFit fit = tests::fitted(problem);
  CHECK(fit.certificate.status == Status::ok);
  CHECK(fit.w(0) == Approx(1).margin(1e-6));
  CHECK(fit.b == Approx(-1).margin(1e-6));
  std::string kinds;
  for (Eigen::Index i = 0; i < 12; ++i) kinds += "0hl"[static_cast<int>(piece_of(problem, fit, i))];
  CHECK(kinds == "llhhhhhhhh00");
}
