#include <cmath>

#include "core/solver/certify.hpp"
#include "core/solver/parametric/exact_lambda_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/libsvm_oracle.hpp"
#include "tests/support/margin_samples.hpp"
#include "tests/support/reference_qp.hpp"

using core::Matrix;
using core::Vector;

namespace {

struct Case {
  int example;
  bool gaussian;
};

core::Sample draw(const Case& c, Eigen::Index n, std::uint64_t seed) {
  return c.example == 1 ? tests::example1(n, seed) : tests::example2(n, seed);
}

Matrix gram_of(const Case& c, const core::Sample& sample) {
  return c.gaussian ? tests::gaussian_gram(sample) : tests::linear_gram(sample);
}

} // namespace

TEST_CASE("exact lambda path: objective and signs are those of LIBSVM at eps 1e-8",
          "[parametric][oracle][slow]") {
  const Case c = GENERATE(Case{1, false}, Case{1, true}, Case{2, false}, Case{2, true});
  const double pi = GENERATE(0.1, 0.35, 0.5, 0.9);
  const auto seed = static_cast<std::uint64_t>(GENERATE(1, 2));
  CAPTURE(c.example, c.gaussian, pi, seed);
  const core::Sample sample = draw(c, 60, seed);
  const Matrix gram = gram_of(c, sample);
  core::ExactLambdaPath path(gram, sample.y, pi);
  for (const double lambda : {100.0, 5.0, 1.0, 0.3, 0.05}) {
    CAPTURE(lambda);
    const core::DualSolution ours = path.at(lambda);
    const tests::LibsvmFit theirs = tests::fit_libsvm({gram, sample.y, pi, lambda});
    const core::WeightedDual problem = core::weighted_dual(gram, sample.y, pi, lambda);
    const double bound = core::primal_value(problem, theirs.a, theirs.beta_0);
    CHECK(ours.certificate.relative_gap() <= 1e-8);
    CHECK(ours.certificate.primal <= bound * (1 + 1e-9) + 1e-12);
    const Vector f = ours.decision(gram), f_theirs = theirs.decision(gram, lambda);
    CHECK((f - f_theirs).cwiseAbs().maxCoeff() <= 1e-3 * (1 + f.cwiseAbs().maxCoeff()));
    for (Eigen::Index i = 0; i < f.size(); ++i)
      if (std::abs(f[i]) > 1e-3) CHECK(f[i] * f_theirs[i] > 0);
  }
  CHECK(path.ok());
  CHECK(path.fallbacks() == 0);
}

TEST_CASE("exact lambda path: on tiny samples the optimum is that of trying every active set",
          "[parametric][oracle]") {
  const std::string way = GENERATE(from_range(tests::kAwkward));
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 7)));
  const bool gaussian = GENERATE(false, true);
  CAPTURE(way, seed, gaussian);
  const core::Sample sample = tests::awkward(way, 5, 2, seed);
  const Matrix gram = gaussian ? tests::gaussian_gram(sample) : tests::linear_gram(sample);
  for (const double pi : {0.2, 0.4, 0.5}) {
    core::ExactLambdaPath path(gram, sample.y, pi);
    for (const double lambda : {8.0, 1.0, 0.2, 0.03}) {
      CAPTURE(pi, lambda);
      const double optimum = tests::optimum_by_enumeration(core::weighted_dual(gram, sample.y, pi, lambda));
      const core::DualSolution fit = path.at(lambda);
      CHECK(fit.certificate.primal == Approx(optimum).epsilon(1e-7).margin(1e-9));
      CHECK(fit.certificate.dual == Approx(optimum).epsilon(1e-7).margin(1e-9));
    }
  }
}

TEST_CASE("exact lambda path: at random lambda every observation satisfies KKT", "[parametric][oracle]") {
  const Case c = GENERATE(Case{1, false}, Case{1, true}, Case{2, false}, Case{2, true});
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 4)));
  CAPTURE(c.example, c.gaussian, seed);
  const core::Sample sample = draw(c, 80, seed);
  const Matrix gram = gram_of(c, sample);
  tests::Dice dice(seed);
  core::ExactLambdaPath path(gram, sample.y, dice.uniform(0.05, 0.95));
  for (int k = 0; k < 25; ++k) {
    const double lambda = std::pow(10, dice.uniform(-2.5, 2));
    CAPTURE(path.pi(), lambda);
    const core::DualSolution fit = path.at(lambda);
    const core::KktViolation violation =
        core::kkt_violation(core::weighted_dual(gram, sample.y, path.pi(), lambda), fit);
    CHECK(violation.box == 0);
    CHECK(violation.equality <= 1e-12);
    CHECK(violation.margin <= 1e-7);
  }
  CHECK(path.fallbacks() == 0);
}
