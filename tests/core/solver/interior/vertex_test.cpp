#include "core/solver/interior/vertex.hpp"

#include "core/solver/large/large_sample.hpp"
#include "core/solver/margin/certify.hpp"
#include "tests/core/solver/interior/sparse_logistic_cases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/libsvm_oracle.hpp"

using namespace core;

namespace {

struct Solved {
  Features features;
  const Sample& sample;
  WeightedDual problem;
  LargeFit fit;
  Vector decision, vertex;

  Solved(const Sample& given, double pi, double lambda)
      : features(given.x),
        sample(given),
        problem(weighted_dual(features, given.y, pi, lambda)),
        fit(LargeSample(each_once(features, given.y)).at(pi, lambda)),
        decision(fit.decision()),
        vertex(at_vertex({given.x, problem, decision}, fit.a)) {}

  Eigen::Index inside(const Vector& a) const {
    return (a.array() > problem.lower.array() && a.array() < problem.upper.array()).count();
  }
};

/// A sample in which f = -1 at hundreds of rows: rare positives, and columns of two values.
Sample piled(Eigen::Index n) {
  Sample sample = tests::imbalanced(n, 4, 21);
  for (Eigen::Index k = 1; k < 4; ++k)
    for (Eigen::Index i = 0; i < n; ++i) sample.x(i, k) = sample.x(i, k) > 1 ? 3 : -0.3;
  for (Eigen::Index i = 0; i < n; ++i) sample.x(i, 0) = std::round(2 * sample.x(i, 0)) / 2;
  return sample;
}

} // namespace

TEST_CASE("vertex: as good as the interior point, with no more inside their boxes than unknowns",
          "[sparse_logistic][vertex][manufactured]") {
  const Sample sample = piled(800);
  for (const double pi : {0.5, 0.2})
    for (const double lambda : {0.1, 30.0, 1e3, 1e5}) {
      CAPTURE(pi, lambda);
      const Solved solved(sample, pi, lambda);
      CHECK(solved.inside(solved.vertex) <= 5);
      CHECK(support_vectors(solved.vertex) <= support_vectors(solved.fit.a));
      const Certificate proof = certify(solved.problem, solved.vertex, solved.fit.beta_0);
      CHECK(proof.primal == Approx(solved.fit.certificate.primal).epsilon(1e-6));
      CHECK(proof.relative_gap() < 1e-6);
    }
}

TEST_CASE("vertex: an interior point counts rows at their corner that a vertex does not",
          "[sparse_logistic][vertex][degenerate]") {
  Sample sample = piled(800);
  for (Eigen::Index i = 2; i < 800; ++i)
    if (i % 8 != 0) sample.y(i) = -1;
  const Solved solved(sample, 0.5, 1e5);
  CHECK(solved.inside(solved.fit.a) > 100);
  CHECK(support_vectors(solved.vertex) < support_vectors(solved.fit.a) - 50);
}

TEST_CASE("vertex: LIBSVM counts about as many support vectors, on 2,000 rows at equal and unequal costs",
          "[sparse_logistic][vertex][oracle][slow]") {
  const Sample sample = tests::imbalanced(2000, 5, 22);
  const double share = (sample.y.array() > 0).cast<double>().mean();
  const Matrix gram = sample.x * sample.x.transpose();
  for (const double pi : {0.5, share}) {
    const Solved solved(sample, pi, 10);
    const tests::LibsvmFit theirs = tests::fit_libsvm({gram, sample.y, pi, 10, 1e-5});
    const Certificate proof = certify(solved.problem, theirs.a, theirs.beta_0);
    CHECK(solved.fit.certificate.primal <= proof.primal * (1 + 1e-9));
    CHECK(solved.fit.certificate.primal == Approx(proof.primal).epsilon(1e-5));
    CHECK(std::abs(support_vectors(solved.vertex) - support_vectors(theirs.a)) <= 6);
  }
}
