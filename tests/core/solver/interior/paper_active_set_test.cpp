#include "tests/support/paper_active_set.hpp"

#include <algorithm>
#include <cmath>

#include "core/solver/large/kernel_factor.hpp"
#include "tests/core/solver/interior/sparse_logistic_cases.hpp"
#include "tests/support/catch.hpp"

using namespace core;

namespace {

const FaithfulInterval intervals[] = {{0, 1}, {0.1, 0.7}, {0.2, 0.4}, {0.24, 0.27}, {0, 0.5}, {0.7, 0.95}};

/// By where its row lies, which is unique where alpha is not: z below F, at it, or above.
std::string places(const SparseLogisticProblem& problem, const Vector& f) {
  std::string out;
  for (Eigen::Index i = 0; i < f.size(); ++i) {
    const double beyond = -problem.y(i) * f(i) - problem.interval.loss(problem.y(i)).corner;
    out += beyond > 1e-6 ? 'l' : beyond < -1e-6 ? '0' : 'h';
  }
  return out;
}

/// Both roads to the same problem, by the inputs and by their kernel matrix. The sample must outlive them.
struct Roads {
  SparseLogisticProblem problem;
  SparseLogisticFit inside;
  tests::ActiveSetAnswer around;
  SparseLogisticAnswer answer; ///< of the active set, in the inputs

  Roads(const Sample& sample, const FaithfulInterval& interval, double lambda)
      : problem(tests::problem_of(sample, interval, lambda)),
        inside(SparseLogisticSample(sample.x, sample.y).at(interval, lambda, {1e-12})),
        around(tests::paper_active_set(sample.x * sample.x.transpose(), sample.y, interval, lambda)),
        answer{sample.x.transpose() * sample.y.cwiseProduct(around.alpha) / lambda, around.b, around.alpha} {}

  void check_agreement() const {
    CHECK(around.converged);
    const Certificate certificate = certify(problem, answer);
    CHECK(certificate.proves(1e-8));
    CHECK(kkt_violation(problem, answer).multiplier < 1e-6);
    CHECK(inside.certificate.primal == Approx(certificate.primal).epsilon(1e-8));
    // Newton's method without corners ends where its next step would be lost in the objective's rounding.
    const bool has_corners = problem.interval.p_min > 0 || problem.interval.p_max < 1;
    const double near = has_corners ? 1e-8 : 1e-7;
    CHECK(std::abs(inside.b - answer.b) < near * (1 + std::abs(answer.b)));
    CHECK((inside.w - answer.w).cwiseAbs().maxCoeff() < near * (1 + answer.w.cwiseAbs().maxCoeff()));
    CHECK(places_of(inside) == places_of(answer));
  }

  std::string places_of(const SparseLogisticAnswer& from) const {
    return places(problem, (problem.x * from.w).array() + from.b);
  }

  /// Beyond as many as there are unknowns, rows at their corner can share what they hold in many ways.
  Eigen::Index at_corner() const {
    const std::string kinds = places_of(answer);
    return std::count(kinds.begin(), kinds.end(), 'h');
  }

  bool same_pieces() const {
    for (Eigen::Index i = 0; i < problem.y.size(); ++i)
      if (piece_of(problem, inside, i) != around.pieces[static_cast<std::size_t>(i)]) return false;
    return true;
  }
};

Sample sample_of(std::initializer_list<std::pair<double, double>> rows) {
  Sample out{Matrix(rows.size(), 1), Labels(rows.size()), {}};
  Eigen::Index i = 0;
  for (const auto& [x, y] : rows) out.x(i, 0) = x, out.y(i) = y, ++i;
  return out;
}

} // namespace

TEST_CASE("the paper's active set method and the interior point method agree on a problem made by hand",
          "[sparse_logistic][active_set][manufactured]") {
  // Symmetric about 0: b = 0, and both outer rows lie beyond the flat part's corner at w = logit(0.6).
  const Sample sample = sample_of({{1, 1}, {-1, -1}});
  const double w = FaithfulInterval::logit(0.6);
  const Roads at_corner(sample, {0.4, 0.6}, 0.1);
  at_corner.check_agreement();
  CHECK(at_corner.answer.w(0) == Approx(w).epsilon(1e-9));
  CHECK(std::abs(at_corner.answer.b) < 1e-9);
  CHECK(at_corner.around.alpha(0) == Approx(0.1 * w / 2).epsilon(1e-9)); // lambda w = 2 alpha
  CHECK(at_corner.around.pieces == std::vector<Piece>(2, Piece::corner));
  // A large lambda keeps w short of the corner: then alpha = sigmoid(-w) and lambda w = 2 alpha.
  const Roads logarithmic(sample, {0.4, 0.6}, 10);
  logarithmic.check_agreement();
  CHECK(logarithmic.around.pieces == std::vector<Piece>(2, Piece::logarithmic));
  CHECK(10 * logarithmic.answer.w(0) == Approx(2 * sigmoid(-logarithmic.answer.w(0))).epsilon(1e-9));
}

TEST_CASE("the paper's active set method and the interior point method agree on random problems",
          "[sparse_logistic][active_set][oracle]") {
  int compared = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U})
    for (const FaithfulInterval& interval : intervals)
      for (const double lambda : {0.1, 1.0, 30.0}) {
        CAPTURE(seed, interval.p_min, interval.p_max, lambda);
        const Sample sample = tests::imbalanced(90, 4, seed);
        const Roads roads(sample, interval, lambda);
        roads.check_agreement();
        if (roads.at_corner() <= sample.x.cols() + 1) {
          CHECK(roads.same_pieces());
          ++compared;
        }
      }
  CHECK(compared >= 48);
}

TEST_CASE("the paper's active set method and the interior point method agree where rows stand twice",
          "[sparse_logistic][active_set][degenerate]") {
  const Sample once = tests::imbalanced(45, 3, 5);
  Sample twice{Matrix(90, 3), Labels(90), {}};
  twice.x << once.x, once.x;
  twice.y << once.y, once.y;
  for (const FaithfulInterval& interval : intervals)
    for (const double lambda : {0.2, 2.0}) {
      CAPTURE(interval.p_min, interval.p_max, lambda);
      const Roads roads(twice, interval, lambda), half(once, interval, lambda / 2);
      roads.check_agreement();
      CHECK((roads.answer.w - half.answer.w).cwiseAbs().maxCoeff() <
            1e-8 * (1 + roads.answer.w.cwiseAbs().maxCoeff()));
    }
}

TEST_CASE("the paper's active set method and the interior point method agree on separable data",
          "[sparse_logistic][active_set][degenerate]") {
  Sample sample = tests::imbalanced(80, 3, 6);
  for (Eigen::Index i = 0; i < 80; ++i) sample.x(i, 0) = sample.y(i) * (1 + std::abs(sample.x(i, 0)));
  for (const FaithfulInterval& interval : intervals)
    for (const double lambda : {0.01, 1.0}) {
      CAPTURE(interval.p_min, interval.p_max, lambda);
      Roads(sample, interval, lambda).check_agreement();
    }
}

TEST_CASE(
    "the paper's active set method and the interior point method agree with more rows at their corner than "
    "unknowns",
    "[sparse_logistic][active_set][degenerate]") {
  Sample sample{Matrix(60, 1), Labels(60), {}};
  for (Eigen::Index i = 0; i < 60; ++i) {
    sample.x(i, 0) = static_cast<double>(i % 3);
    sample.y(i) = i % 3 == 2 || i % 12 == 0 ? 1 : -1;
  }
  const Roads roads(sample, {0.3, 0.4}, 2);
  roads.check_agreement();
  CHECK(roads.at_corner() > 2);
}

TEST_CASE("the paper's active set method and the interior point method agree with a Gaussian kernel",
          "[sparse_logistic][active_set][oracle]") {
  const Sample sample = tests::imbalanced(80, 3, 7);
  Matrix gram(80, 80);
  for (Eigen::Index i = 0; i < 80; ++i)
    for (Eigen::Index j = 0; j < 80; ++j)
      gram(i, j) = std::exp(-(sample.x.row(i) - sample.x.row(j)).squaredNorm() / 4);
  const Matrix factor = kernel_factor(gram, 1e-15, 80).x;
  for (const FaithfulInterval& interval : intervals) {
    CAPTURE(interval.p_min, interval.p_max);
    const double lambda = 0.5;
    const SparseLogisticProblem problem{factor, sample.y, interval, lambda};
    const SparseLogisticFit inside = SparseLogisticSample(factor, sample.y).at(interval, lambda, {1e-12});
    const tests::ActiveSetAnswer around = tests::paper_active_set(gram, sample.y, interval, lambda);
    CHECK(around.converged);
    const Vector f = (gram * sample.y.cwiseProduct(around.alpha)).array() / lambda + around.b;
    const Vector ours = inside.log_odds(factor);
    CHECK((f - ours).cwiseAbs().maxCoeff() < 1e-6);
    CHECK(places(problem, f) == places(problem, ours));
  }
}

TEST_CASE("the paper's active set method: what it says is not taken for granted",
          "[sparse_logistic][active_set]") {
  const Sample sample = tests::imbalanced(90, 4, 1);
  Roads roads(sample, {0.2, 0.4}, 1);
  roads.answer.w(0) += 1e-3;
  CHECK_FALSE(certify(roads.problem, roads.answer).proves(1e-8));
  Roads other(sample, {0.2, 0.4}, 1);
  other.around.pieces.front() = other.around.pieces.front() == Piece::flat ? Piece::corner : Piece::flat;
  CHECK_FALSE(other.same_pieces());
}
