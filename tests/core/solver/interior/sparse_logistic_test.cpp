#include <algorithm>
#include <cmath>

#include "core/probability/penalised_logistic.hpp"
#include "tests/core/oracles/fixture.hpp"
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

namespace {

Sample fixture_sample() {
  const auto rows = tests::fixture("sparse_logistic_sample.csv");
  Sample sample{Matrix(rows.size(), 3), Labels(rows.size()), {}};
  for (Eigen::Index i = 0; i < sample.size(); ++i) {
    const auto& row = rows[static_cast<std::size_t>(i)];
    sample.x.row(i) << std::stod(row[0]), std::stod(row[1]), std::stod(row[2]);
    sample.y(i) = std::stod(row[3]);
  }
  return sample;
}

std::string kinds(const SparseLogisticProblem& problem, const SparseLogisticFit& fit) {
  std::string out;
  for (Eigen::Index i = 0; i < problem.y.size(); ++i)
    out += "0hl"[static_cast<int>(piece_of(problem, fit, i))];
  return out;
}

} // namespace

TEST_CASE("sparse logistic: objective, w, b and the kinds are those of cvxopt, and of scikit-learn at 0, 1",
          "[sparse_logistic][oracle][fixture]") {
  const Sample sample = fixture_sample();
  const auto rows = tests::fixture("sparse_logistic.csv");
  REQUIRE(rows.size() == 10);
  for (const auto& row : rows) {
    const auto number = [&](std::size_t k) { return std::stod(row[k]); };
    CAPTURE(number(0), number(1), number(2));
    const SparseLogisticProblem problem = tests::problem_of(sample, {number(0), number(1)}, number(2));
    const SparseLogisticFit fit = tests::fitted(problem);
    CHECK(fit.certificate.status == Status::ok);
    CHECK(fit.certificate.primal == Approx(number(3)).epsilon(1e-8));
    CHECK(fit.b == Approx(number(4)).margin(1e-5));
    for (Eigen::Index k = 0; k < 3; ++k)
      CHECK(fit.w(k) == Approx(number(5 + static_cast<std::size_t>(k))).margin(1e-5));
    CHECK(kinds(problem, fit) == row[8]);
    CHECK(fit.support_vectors ==
          std::count_if(row[8].begin(), row[8].end(), [](char c) { return c != '0'; }));
  }
}

TEST_CASE("sparse logistic: at 0, 1 it is penalised logistic regression at half lambda",
          "[sparse_logistic][oracle]") {
  const Sample sample = tests::imbalanced(300, 6, 4);
  for (const double lambda : {0.01, 1.0, 100.0}) {
    CAPTURE(lambda);
    const SparseLogisticFit fit = tests::fitted(tests::problem_of(sample, {}, lambda));
    const LogisticFit newton = fit_penalised_logistic(sample.x, sample.y, lambda / 2);
    CHECK(fit.certificate.primal == Approx(newton.certificate.primal).epsilon(1e-10));
    CHECK((fit.w - newton.beta).cwiseAbs().maxCoeff() < 1e-5);
    CHECK(fit.b == Approx(newton.beta_0).margin(1e-5));
    CHECK(fit.support_vectors == 300);
  }
}

namespace {

void check_proven(const SparseLogisticProblem& problem, const SparseLogisticFit& fit) {
  CHECK(fit.certificate.status == Status::ok);
  CHECK(certify(problem, fit).proves(1e-8));
  CHECK(kkt_violation(problem, fit).stationarity < 1e-6);
}

} // namespace

TEST_CASE("sparse logistic: on awkward samples every interval is certified",
          "[sparse_logistic][degenerate]") {
  for (const std::string& way : tests::kAwkward) {
    if (way == "one class") continue;
    const Sample sample = tests::awkward(way, 120, 3, 8);
    for (const FaithfulInterval& interval : {FaithfulInterval{}, FaithfulInterval{0.3, 0.7},
                                             FaithfulInterval{0, 0.6}, FaithfulInterval{0.02, 0.05}})
      for (const double lambda : {0.01, 1.0, 1e4}) {
        CAPTURE(way, interval.p_min, interval.p_max, lambda);
        const SparseLogisticProblem problem = tests::problem_of(sample, interval, lambda);
        check_proven(problem, tests::fitted(problem));
      }
  }
}

TEST_CASE("sparse logistic: a constant column has no weight, and twins of a column share theirs",
          "[sparse_logistic][degenerate]") {
  Sample sample = tests::imbalanced(150, 5, 9);
  sample.x.col(1).setConstant(3);
  sample.x.col(2).setZero();
  sample.x.col(3) = sample.x.col(0);
  const SparseLogisticProblem problem = tests::problem_of(sample, {0.2, 0.5}, 0.5);
  const SparseLogisticFit fit = tests::fitted(problem);
  check_proven(problem, fit);
  CHECK(std::abs(fit.w(1)) < 1e-6);
  CHECK(fit.w(2) == 0);
  CHECK(fit.w(3) == Approx(fit.w(0)).margin(1e-6));
}

TEST_CASE("sparse logistic: separable data are certified at any lambda", "[sparse_logistic][degenerate]") {
  Sample sample = tests::imbalanced(100, 3, 10);
  for (Eigen::Index i = 0; i < 100; ++i) sample.x(i, 0) = sample.y(i) * (1 + std::abs(sample.x(i, 0)));
  for (const FaithfulInterval& interval : {FaithfulInterval{}, FaithfulInterval{0.2, 0.5}})
    for (const double lambda : {1e-3, 1.0}) {
      CAPTURE(interval.p_min, lambda);
      const SparseLogisticProblem problem = tests::problem_of(sample, interval, lambda);
      check_proven(problem, tests::fitted(problem));
    }
}

TEST_CASE("sparse logistic: more rows at their corner than unknowns", "[sparse_logistic][degenerate]") {
  Sample sample{Matrix(60, 1), Labels(60), {}};
  for (Eigen::Index i = 0; i < 60; ++i) {
    sample.x(i, 0) = static_cast<double>(i % 3);
    sample.y(i) = i % 3 == 2 || i % 12 == 0 ? 1 : -1;
  }
  const SparseLogisticProblem problem = tests::problem_of(sample, {0.3, 0.4}, 2);
  const SparseLogisticFit fit = tests::fitted(problem);
  check_proven(problem, fit);
  CHECK(fit.at_corner > 2);
}

TEST_CASE("sparse logistic: an interval of one point gives w = 0, b = logit p and the entropy's objective",
          "[sparse_logistic][degenerate]") {
  const Sample sample = tests::imbalanced(120, 3, 11);
  const auto positives = static_cast<double>((sample.y.array() > 0).count()), all = 120.0;
  for (const double p : {0.1, 0.5, 0.8})
    for (const double lambda : {0.1, 10.0}) {
      CAPTURE(p, lambda);
      const SparseLogisticProblem problem = tests::problem_of(sample, {p, p}, lambda);
      const SparseLogisticFit fit = tests::fitted(problem);
      check_proven(problem, fit);
      CHECK(fit.w.cwiseAbs().maxCoeff() < 1e-4);
      CHECK(fit.b == Approx(std::log(p / (1 - p))).margin(1e-4));
      CHECK(fit.certificate.primal ==
            Approx(-positives * std::log(p) - (all - positives) * std::log(1 - p)).epsilon(1e-8));
    }
}

TEST_CASE("sparse logistic: an interval away from the share of positives is a problem like another",
          "[sparse_logistic][degenerate]") {
  const Sample sample = tests::imbalanced(200, 4, 12);
  for (const FaithfulInterval& interval : {FaithfulInterval{0.7, 0.95}, FaithfulInterval{0.001, 0.01}}) {
    CAPTURE(interval.p_min);
    const SparseLogisticProblem problem = tests::problem_of(sample, interval, 1);
    check_proven(problem, tests::fitted(problem));
  }
}

TEST_CASE(
    "sparse logistic: with one class b is where the loss becomes flat, and without such a place there is no "
    "answer",
    "[sparse_logistic][degenerate]") {
  Sample sample = tests::imbalanced(40, 3, 13);
  for (const double label : {1.0, -1.0}) {
    sample.y.setConstant(label);
    const SparseLogisticProblem problem = tests::problem_of(sample, {0.2, 0.7}, 1);
    const SparseLogisticFit fit = tests::fitted(problem);
    check_proven(problem, fit);
    CHECK(fit.w.isZero(0));
    CHECK(fit.b == FaithfulInterval::logit(label > 0 ? 0.7 : 0.2));
    CHECK(tests::fitted(tests::problem_of(sample, {}, 1)).certificate.status == Status::not_converged);
  }
}

TEST_CASE("sparse logistic: columns of two values held as lists change no answer",
          "[sparse_logistic][degenerate]") {
  Sample sample = tests::imbalanced(700, 6, 14);
  for (Eigen::Index k = 3; k < 5; ++k)
    for (Eigen::Index i = 0; i < 700; ++i) sample.x(i, k) = sample.x(i, k) > 1 ? 2.5 : -0.3;
  Vector w(7);
  w << 0.3, -0.2, 0.5, 1, -2, 0.1, 0.7;
  Design lists(sample.x, Design::Columns::two_values_as_lists), whole(sample.x, Design::Columns::as_they_are);
  const Vector in_lists = lists.coordinates(w), as_is = whole.coordinates(w);
  Matrix products[2] = {Matrix::Zero(7, 7), Matrix::Zero(7, 7)};
  whole.blocks([&](Eigen::Index i, Eigen::Index m) {
    CHECK((lists.values(in_lists, i, m) - whole.values(as_is, i, m)).abs().maxCoeff() < 1e-13);
    const Design::Part weight = sample.x.col(0).segment(i, m).array().square() + 0.1;
    lists.add_products(weight, i, products[0]);
    whole.add_products(weight, i, products[1]);
  });
  const Matrix a = lists.products(products[0]).triangularView<Eigen::Lower>(),
               b = whole.products(products[1]).triangularView<Eigen::Lower>();
  CHECK((a - b).cwiseAbs().maxCoeff() < 1e-10);
  const auto y_of = [&](Eigen::Index i, Eigen::Index m) {
    return Design::Part(sample.y.segment(i, m).array());
  };
  CHECK((lists.sums(w, y_of) - whole.sums(w, y_of)).cwiseAbs().maxCoeff() < 1e-10);
}

namespace {

constexpr FaithfulInterval interval{0.1, 0.5};

/// The observation of this kind with the largest alpha.
Eigen::Index one_of(const SparseLogisticProblem& problem, const SparseLogisticFit& fit, Piece kind) {
  Eigen::Index best = -1;
  for (Eigen::Index i = 0; i < problem.y.size(); ++i)
    if (piece_of(problem, fit, i) == kind && (best < 0 || fit.alpha(i) > fit.alpha(best))) best = i;
  REQUIRE(best >= 0);
  return best;
}

} // namespace

TEST_CASE(
    "sparse logistic: the certificate rejects a perturbed answer, a dropped support vector, a wrong kind",
    "[sparse_logistic][wrong answers]") {
  const Sample sample = tests::imbalanced(200, 4, 1);
  const SparseLogisticProblem problem = tests::problem_of(sample, interval, 0.5);
  const SparseLogisticFit fit = tests::fitted(problem);
  REQUIRE(certify(problem, fit).proves(1e-8));
  const SparseLogisticViolation none = kkt_violation(problem, fit);
  REQUIRE(none.stationarity < 1e-8);
  REQUIRE(none.multiplier < 1e-4);

  SparseLogisticAnswer moved = fit;
  moved.w(0) += 0.01;
  CHECK(certify(problem, moved).relative_gap() > 1e-6);
  CHECK(kkt_violation(problem, moved).stationarity > 1e-6);
  moved = fit;
  moved.b -= 0.01;
  CHECK(certify(problem, moved).relative_gap() > 1e-6);

  SparseLogisticAnswer dropped = fit;
  dropped.alpha(one_of(problem, fit, Piece::logarithmic)) = 0;
  CHECK(certify(problem, dropped).relative_gap() > 1e-6);
  CHECK(kkt_violation(problem, dropped).multiplier > 0.05);

  SparseLogisticAnswer taken = fit;
  const Eigen::Index flat = [&] {
    for (Eigen::Index i = 0; i < sample.size(); ++i)
      if (piece_of(problem, fit, i) == Piece::flat) return i;
    return Eigen::Index{-1};
  }();
  REQUIRE(flat >= 0);
  taken.alpha(flat) = problem.interval.loss(sample.y(flat)).jump();
  CHECK(certify(problem, taken).relative_gap() > 1e-6);
  CHECK(kkt_violation(problem, taken).multiplier > 0.05);
}

TEST_CASE("sparse logistic: what scaling mends the KKT residual shows", "[sparse_logistic][wrong answers]") {
  const Sample sample = tests::imbalanced(200, 4, 2);
  const SparseLogisticProblem problem = tests::problem_of(sample, interval, 0.5);
  SparseLogisticAnswer answer = tests::fitted(problem);
  answer.alpha = (sample.y.array() > 0).select(1.5 * answer.alpha, answer.alpha).cwiseMin(1);
  const double excess = answer.alpha.dot(sample.y);
  REQUIRE(excess > 1);
  CHECK(kkt_violation(problem, answer).stationarity > 1e-3);
}

TEST_CASE("sparse logistic: an alpha that no slope is has an infinite gap",
          "[sparse_logistic][wrong answers]") {
  const Sample sample = tests::imbalanced(60, 3, 3);
  const SparseLogisticProblem problem = tests::problem_of(sample, interval, 0.5);
  for (const double wrong : {-0.01, 1.01}) {
    SparseLogisticAnswer answer = tests::fitted(problem);
    answer.alpha(0) = wrong;
    CHECK(certify(problem, answer).relative_gap() == infinity);
  }
}
