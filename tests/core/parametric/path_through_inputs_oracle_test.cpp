#include "core/solver/parametric/exact_lambda_path.hpp"
#include "core/solver/parametric/pi_path.hpp"
#include "core/solver/psi_descent.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

TEST_CASE("exact lambda path: through the inputs of a linear kernel it is the path through the matrix",
          "[parametric][oracle][degenerate]") {
  const auto way = GENERATE(from_range(tests::kAwkward));
  CAPTURE(way);
  const Sample sample = tests::awkward(way, 90, 3, 6);
  const Matrix matrix = Kernel{}.gram(sample.x);
  const Features features(sample.x);
  Vector lambdas(30);
  for (int k = 0; k < 30; ++k) lambdas[k] = std::pow(10, 3 - 0.2 * k);
  for (const double pi : {0.1, 0.5, 0.62}) {
    CAPTURE(pi);
    ExactLambdaPath dense(matrix, sample.y, pi), through(features, sample.y, pi);
    const LambdaNodes s = dense.nodes(lambdas), t = through.nodes(lambdas);
    CHECK(t.relative_gap.maxCoeff() <= 1e-6);
    CHECK(((s.decision - t.decision).array() / (1 + s.decision.array().abs())).abs().maxCoeff() <= 1e-5);
    CHECK(through.at(0.7).certificate.relative_gap() <= 1e-8);
  }
}

TEST_CASE("psi descent: through the inputs of a linear kernel it ends where it ends through the matrix",
          "[parametric][psi][oracle]") {
  const Sample sample = tests::example1(80, 3);
  const Matrix matrix = Kernel{}.gram(sample.x);
  const Features features(sample.x);
  ExactLambdaPath dense(matrix, sample.y, 0.4), through(features, sample.y, 0.4);
  for (const double lambda : {10.0, 1.0, 0.1}) {
    const PsiFit s = psi_descent(dense, lambda), t = psi_descent(through, lambda);
    CHECK(t.certificate.relative_gap() <= 1e-8);
    CHECK(s.objective() == Approx(t.objective()).epsilon(1e-8));
    CHECK((s.decision - t.decision).cwiseAbs().maxCoeff() <= 1e-5);
  }
}

TEST_CASE("pi path: through the inputs of a linear kernel it has the breakpoints of the matrix",
          "[parametric][oracle]") {
  const Sample sample = tests::example2(60, 3);
  const Matrix matrix = Kernel{}.gram(sample.x);
  const Features features(sample.x);
  const PiPath dense(matrix, sample.y, 0.5), through(features, sample.y, 0.5);
  for (const double pi : {0.2, 0.5, 0.77}) {
    CHECK(through.at(pi).certificate.relative_gap() <= 1e-8);
    CHECK((dense.at(pi).decision(matrix) - through.at(pi).decision(matrix)).cwiseAbs().maxCoeff() <= 1e-6);
  }
}
