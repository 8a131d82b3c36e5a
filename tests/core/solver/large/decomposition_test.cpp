#include "core/solver/large/decomposition.hpp"

#include <cmath>

#include "core/solver/gram/columns.hpp"
#include "core/solver/large/chunking.hpp"
#include "core/solver/large/moving_field.hpp"
#include "core/solver/margin/certify.hpp"
#include "core/solver/margin/solve.hpp"
#include "core/solver/path/counted_sample.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

/// Two clouds in p inputs that overlap.
Sample clouds(Eigen::Index n, Eigen::Index p, std::uint64_t seed) {
  tests::Dice dice(seed);
  Sample sample{Matrix(n, p), Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    sample.y(i) = dice.sign();
    for (Eigen::Index k = 0; k < p; ++k)
      sample.x(i, k) = dice.normal() + 0.8 * sample.y(i) / std::sqrt(static_cast<double>(p));
  }
  return sample;
}

KernelColumns columns_of(const Sample& sample, double sigma) {
  return {Kernel{Kernel::Shape::gaussian, sigma}, sample.x};
}

/// The certificate of the answer alone, by the whole matrix, and the answer of the chunks.
void check_against_chunks(const WeightedDual& problem) {
  const LargeFit fit = solve_by_decomposition(problem);
  const Matrix gram = problem.gram.block(tests::all_rows(problem.size()));
  const WeightedDual whole{gram, problem.y, problem.lower, problem.upper, problem.lambda};
  const DualSolution chunks = solve_in_chunks(whole);
  const Certificate proof = certify(whole, fit.a, fit.beta_0);
  CHECK(fit.certificate.status == Status::ok);
  CHECK(fit.certificate.proves(1e-8));
  CHECK(proof.proves(1e-8));
  CHECK(std::abs(proof.primal - fit.certificate.primal) <= fit.certificate.rounding + proof.rounding);
  CHECK(proof.primal == Approx(chunks.certificate.primal).epsilon(2e-8).margin(1e-12));
  CHECK((fit.field - gram_times(gram, fit.a)).cwiseAbs().maxCoeff() <= 1e-10 * (1 + fit.a.lpNorm<1>()));
  CHECK((fit.a.array() >= problem.lower.array()).all());
  CHECK((fit.a.array() <= problem.upper.array()).all());
  const double apart = std::sqrt(2 * std::max(0.0, proof.gap()) / problem.lambda) +
                       std::sqrt(2 * std::max(0.0, chunks.certificate.gap()) / problem.lambda);
  const Vector f = fit.field / problem.lambda, g = gram_times(gram, chunks.a) / problem.lambda;
  CHECK((f - g).cwiseAbs().maxCoeff() <= 1e-9 + 1.01 * apart);
}

} // namespace

TEST_CASE("decomposition: its answer is that of the chunks, where few and where most observations support it",
          "[solver][large][oracle]") {
  const double sigma = GENERATE(1.0, 4.0), lambda = GENERATE(0.05, 1.0, 50.0), pi = GENERATE(0.2, 0.5);
  CAPTURE(sigma, lambda, pi);
  const Sample sample = clouds(1500, 6, 3);
  const KernelColumns columns = columns_of(sample, sigma);
  check_against_chunks(weighted_dual(columns, sample.y, pi, lambda));
}

TEST_CASE("decomposition: twins with contradictory labels, constant columns and a class of a few are solved",
          "[solver][large][degenerate]") {
  Sample sample = clouds(1300, 4, 5);
  sample.x.bottomRows(600) = sample.x.topRows(600);
  sample.y.tail(600) = -sample.y.head(600);
  sample.x.col(2).setConstant(7);
  const KernelColumns columns = columns_of(sample, 2);
  check_against_chunks(weighted_dual(columns, sample.y, 0.5, 1));
  check_against_chunks(weighted_dual(columns, sample.y, 0.3, 1));

  Labels lonely = Labels::Constant(1300, -1);
  for (const Eigen::Index i : {5, 700, 1299}) lonely(i) = 1;
  for (const double pi : {0.5, 0.01}) check_against_chunks(weighted_dual(columns, lonely, pi, 0.1));

  sample.x.setConstant(1);
  const KernelColumns flat = columns_of(sample, 2);
  check_against_chunks(weighted_dual(flat, sample.y, 0.5, 1));
}

TEST_CASE("decomposition: observations of any weight, and those that were not drawn, are taken as they come",
          "[solver][large][degenerate]") {
  const Sample sample = clouds(1400, 5, 8);
  const KernelColumns columns = columns_of(sample, 3);
  Vector count(1400);
  for (Eigen::Index i = 0; i < 1400; ++i) count(i) = i % 4 == 0 ? 0 : 0.37 * static_cast<double>(i % 5 + 1);
  const WeightedDual problem = weighted_dual(CountedSample{columns, sample.y, count}, 0.4, 2);
  check_against_chunks(problem);
  const Vector a = solve_by_decomposition(problem).a;
  for (Eigen::Index i = 0; i < 1400; i += 4) CHECK(a(i) == 0);
}

TEST_CASE("decomposition: a gap that no rounding allows ends as not converged, with what is proven",
          "[solver][large][degenerate]") {
  const Sample sample = clouds(1200, 4, 2);
  const KernelColumns columns = columns_of(sample, 2);
  const WeightedDual problem = weighted_dual(columns, sample.y, 0.5, 1);
  StoppingRule rule;
  rule.relative_gap = -1e-9; // below any that there is
  const LargeFit fit = solve_by_decomposition(problem, rule);
  CHECK(fit.certificate.relative_gap() <= 1e-8);
  CHECK(fit.certificate.status == Status::not_converged);
  CHECK((fit.field - gram_times(columns, fit.a)).isZero(0));
}

TEST_CASE("decomposition: from the answer at another lambda it comes to the same optimum, up and down a grid",
          "[solver][large][oracle]") {
  const Sample sample = clouds(1200, 5, 9);
  const KernelColumns columns = columns_of(sample, 2);
  const bool rises = GENERATE(false, true);
  CAPTURE(rises);
  LargeFit fit;
  for (int k = 0; k < 24; ++k) {
    const double lambda = std::pow(10.0, (rises ? k : 23 - k) / 6.0 - 2);
    CAPTURE(lambda);
    const WeightedDual problem = weighted_dual(columns, sample.y, 0.4, lambda);
    fit = k == 0 ? solve_by_decomposition(problem) : solve_by_decomposition(problem, fit);
    CHECK(fit.lambda == lambda);
    CHECK(fit.certificate.status == Status::ok);
    CHECK(fit.certificate.relative_gap() <= 1e-6);
    if (k % 6 != 5) continue;
    const Certificate proof = certify(problem, fit.a, fit.beta_0),
                      alone = solve_by_decomposition(problem).certificate;
    CHECK(proof.proves(1e-8));
    CHECK(proof.primal == Approx(alone.primal).epsilon(2e-8));
    CHECK(std::abs(proof.primal - fit.certificate.primal) <= fit.certificate.rounding + proof.rounding);
  }
  CHECK_THROWS_AS(solve_by_decomposition(weighted_dual(columns, sample.y, 0.4, 1), LargeFit{}),
                  std::logic_error);
}

TEST_CASE("decomposition: the same arguments give the same bits", "[solver][large]") {
  const Sample sample = clouds(1200, 5, 4);
  const KernelColumns one = columns_of(sample, 3), other = columns_of(sample, 3);
  for (Eigen::Index j = 0; j < 300; ++j) other.column(j);
  const LargeFit first = solve_by_decomposition(weighted_dual(one, sample.y, 0.5, 1)),
                 second = solve_by_decomposition(weighted_dual(other, sample.y, 0.5, 1));
  CHECK(first.a == second.a);
  CHECK(first.beta_0 == second.beta_0);
  CHECK(first.field == second.field);
}

TEST_CASE("moving field: it is Ka to as many units as it says, whatever columns it keeps",
          "[solver][large]") {
  const Sample sample = clouds(400, 3, 6);
  const KernelColumns columns = columns_of(sample, 2);
  const std::size_t bytes = GENERATE(std::size_t{0}, std::size_t{100000}, MovingField::most_bytes);
  CAPTURE(bytes);
  tests::Dice dice(7);
  Vector a(400);
  for (Eigen::Index i = 0; i < 400; ++i) a(i) = dice.uniform(-1, 1);
  MovingField field(columns, a, bytes);
  for (int round = 0; round < 20; ++round) {
    std::vector<Eigen::Index> points;
    std::vector<bool> again;
    for (Eigen::Index i = round; i < 400; i += 3) points.push_back(i);
    Vector to(static_cast<Eigen::Index>(points.size()));
    for (Eigen::Index k = 0; k < to.size(); ++k) {
      to(k) = a(points[static_cast<std::size_t>(k)]) = k % 7 == 0 ? 0 : dice.uniform(-1, 1);
      again.push_back(k % 2 == 0);
    }
    field.move(points, to, again);
  }
  CHECK(field.a() == a);
  const Vector exact = gram_times_extended(columns, a);
  const double bound = field.units() * unit_roundoff * a.lpNorm<1>();
  CHECK((field.value() - exact).cwiseAbs().maxCoeff() <= bound);
  CHECK(bound < 1e-9);
}
