#include "core/solver/parametric/moving_boxes.hpp"

#include <catch2/catch.hpp>

#include "core/solver/solve.hpp"
#include "tests/support/margin_samples.hpp"

using core::Matrix;
using core::Vector;

namespace {

struct Boxes {
  Vector lower, upper;
};

/// The boxes of psi-learning's convex step: twice the weights, shifted below zero (in theta) where y f < 0.
Boxes shifted(const core::Labels& y, const Vector& f, double pi) {
  Boxes boxes{Vector(y.size()), Vector(y.size())};
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double weight = 2 * (y[i] > 0 ? 1 - pi : pi);
    const double least = y[i] * f[i] < 0 ? -weight : 0, most = least + weight;
    boxes.lower[i] = y[i] > 0 ? least : -most;
    boxes.upper[i] = y[i] > 0 ? most : -least;
  }
  return boxes;
}

} // namespace

TEST_CASE("moving boxes: each step of psi-learning is the independent solution of its problem",
          "[parametric][oracle]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 6)));
  const bool gaussian = GENERATE(false, true);
  const double lambda = GENERATE(10.0, 1.0, 0.05), pi = GENERATE(0.3, 0.5, 0.65);
  CAPTURE(seed, gaussian, lambda, pi);
  const core::Sample sample = tests::example1(50, seed);
  const Matrix gram = gaussian ? tests::gaussian_gram(sample) : tests::linear_gram(sample);
  core::ExactLambdaPath path(gram, sample.y, pi);
  core::DualSolution fit = path.at(lambda);
  core::MovingBoxes boxes(path, lambda);
  for (int step = 0; step < 4; ++step) {
    const Boxes next = shifted(sample.y, fit.decision(gram), pi);
    fit = boxes.move_to(next.lower, next.upper);
    const core::DualSolution alone = core::solve({gram, sample.y, next.lower, next.upper, lambda});
    CAPTURE(step);
    CHECK(fit.certificate.relative_gap() <= 1e-8);
    CHECK(fit.certificate.primal == Approx(alone.certificate.primal).epsilon(1e-7).margin(1e-9));
  }
  CHECK(boxes.fallbacks() == 0);
}

TEST_CASE("moving boxes: from above the threshold as well as from below it", "[parametric][oracle]") {
  const core::Sample sample = tests::example1(40, 21);
  const Matrix gram = tests::gaussian_gram(sample);
  for (const double pi : {0.2, 0.5, 0.9})
    for (const double lambda : {500.0, 60.0}) {
      CAPTURE(pi, lambda);
      core::ExactLambdaPath path(gram, sample.y, pi);
      core::MovingBoxes boxes(path, lambda);
      Vector lower = -0.6 * Vector::Ones(40), upper = 0.5 * Vector::Ones(40);
      const core::DualSolution fit = boxes.move_to(lower, upper);
      const core::DualSolution alone = core::solve({gram, sample.y, lower, upper, lambda});
      CHECK(fit.certificate.primal == Approx(alone.certificate.primal).epsilon(1e-8).margin(1e-9));
      CHECK(boxes.fallbacks() == 0);
    }
}

TEST_CASE("moving boxes: there and back again is the support vector machine", "[parametric][identity]") {
  const core::Sample sample = tests::example2(40, 22);
  const Matrix gram = tests::linear_gram(sample);
  core::ExactLambdaPath path(gram, sample.y, 0.4);
  const core::DualSolution before = path.at(0.3);
  const core::WeightedDual problem = core::weighted_dual(gram, sample.y, 0.4, 0.3);
  core::MovingBoxes boxes(path, 0.3);
  const Boxes away = shifted(sample.y, before.decision(gram), 0.4);
  boxes.move_to(away.lower, away.upper);
  const core::DualSolution after = boxes.move_to(problem.lower, problem.upper);
  CHECK(boxes.fallbacks() == 0);
  CHECK(after.certificate.primal == Approx(before.certificate.primal).epsilon(1e-9));
  CHECK((after.decision(gram) - before.decision(gram)).cwiseAbs().maxCoeff() <= 1e-6);
}
