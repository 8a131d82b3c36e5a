#include <algorithm>
#include <vector>

#include "core/solver/lambda_path.hpp"
#include "core/solver/solve.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::DualSolution;
using core::LambdaPath;
using core::Matrix;

namespace {

bool same_bits(const DualSolution& s, const DualSolution& t) {
  return s.a == t.a && s.beta_0 == t.beta_0 && s.lambda == t.lambda &&
         s.certificate.primal == t.certificate.primal && s.certificate.dual == t.certificate.dual &&
         s.certificate.iterations == t.certificate.iterations;
}

std::vector<double> lambdas() {
  std::vector<double> values;
  for (double decade = 1e-3; decade < 1e3; decade *= 10)
    for (const double m : {1.0, 2.5, 7.0}) values.push_back(m * decade);
  return values;
}

void shuffle(std::vector<std::size_t>& order, tests::Dice& dice) {
  for (std::size_t k = order.size(); k > 1; --k)
    std::swap(order[k - 1], order[static_cast<std::size_t>(dice.below(static_cast<int>(k)))]);
}

} // namespace

TEST_CASE("lambda path: which lambdas were asked before, and in which order, changes no bit",
          "[path][purity]") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    const core::Sample sample = seed % 2 ? tests::example1(40, seed) : tests::awkward("twins", 40, 2, seed);
    const Matrix gram = seed % 3 ? tests::gaussian_gram(sample) : tests::linear_gram(sample);
    const double pi = 0.15 * static_cast<double>(seed);
    const std::vector<double> asked = lambdas();
    std::vector<DualSolution> alone;
    for (const double lambda : asked) alone.push_back(LambdaPath(gram, sample.y, pi).at(lambda));

    tests::Dice dice(seed);
    std::vector<std::size_t> order(asked.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    for (int round = 0; round < 4; ++round) {
      LambdaPath path(gram, sample.y, pi);
      for (const std::size_t k : order) {
        CHECK(same_bits(path.at(asked[k]), alone[k]));
        CHECK(same_bits(path.at(asked[k]), alone[k]));
      }
      shuffle(order, dice);
    }
  }
}

TEST_CASE("lambda path: it agrees with a solution from nothing", "[path]") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const core::Sample sample = tests::example2(40, seed);
    const Matrix gram = tests::gaussian_gram(sample);
    LambdaPath path(gram, sample.y, 0.35);
    for (const double lambda : lambdas()) {
      CAPTURE(seed, lambda);
      const DualSolution warm = path.at(lambda),
                         cold = core::solve(core::weighted_dual(gram, sample.y, 0.35, lambda));
      CHECK(warm.certificate.primal == Approx(cold.certificate.primal).epsilon(1e-9));
      CHECK((warm.decision(gram) - cold.decision(gram)).cwiseAbs().maxCoeff() < 1e-4);
    }
  }
}

TEST_CASE("lambda path: above 2 U max K the dual no longer moves", "[path]") {
  const core::Sample sample = tests::example1(50, 4);
  const Matrix gram = tests::gaussian_gram(sample);
  const double positive = 0.7 * static_cast<double>((sample.y.array() > 0).count());
  const double negative = 0.3 * static_cast<double>((sample.y.array() < 0).count());
  const double top = 2 * std::min(positive, negative);
  LambdaPath path(gram, sample.y, 0.3);
  const DualSolution first = path.at(1.001 * top);
  for (const double factor : {2.0, 30.0, 1e4}) {
    const DualSolution later = path.at(factor * top);
    CHECK(later.a == first.a);
    CHECK(later.certificate.status == core::Status::ok);
    const DualSolution cold = core::solve(core::weighted_dual(gram, sample.y, 0.3, factor * top));
    CHECK(later.certificate.primal == Approx(cold.certificate.primal).epsilon(1e-10));
    CHECK(later.beta_0 == Approx(cold.beta_0).margin(1e-7));
  }
}

TEST_CASE("lambda path: weights at the ends and lambdas that are not positive are refused", "[path]") {
  const core::Sample sample = tests::example1(6, 1);
  const Matrix gram = tests::linear_gram(sample);
  CHECK_THROWS_AS(LambdaPath(gram, sample.y, 0), std::logic_error);
  CHECK_THROWS_AS(LambdaPath(gram, sample.y, 1), std::logic_error);
  CHECK_THROWS_AS(LambdaPath(gram, sample.y, 0.5).at(0), std::logic_error);
  CHECK_THROWS_AS(LambdaPath(gram, sample.y, 0.5).at(-1), std::logic_error);
}
