#include <algorithm>
#include <cmath>
#include <vector>

#include "core/solver/margin/solve.hpp"
#include "core/solver/path/lambda_path.hpp"
#include "core/solver/path/large_lambda.hpp"
#include "tests/core/solver/psi/psi_cases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::DualSolution;
using core::LambdaPath;
using core::Matrix;

// psi-learning from the support vector machines of an exact path.
namespace {

using core::CountedSample;
using core::ExactLambdaPath;
using core::PsiFit;
using core::Status;
using core::Vector;
using tests::Kernel;
using tests::Sample;

using Make = Sample (*)(Eigen::Index, std::uint64_t);
const std::vector<Make> makes = {tests::example1, tests::example2, tests::lattice};

bool same_bits(const PsiFit& s, const PsiFit& t) {
  return s.a == t.a && s.beta_0 == t.beta_0 && s.decision == t.decision && s.objectives == t.objectives &&
         s.certificate.dual == t.certificate.dual && s.certificate.iterations == t.certificate.iterations;
}

/// Counts 0, 1, 2, 0, 1, 2, ...
Vector counts(Eigen::Index n) {
  Vector count(n);
  for (Eigen::Index i = 0; i < n; ++i) count(i) = static_cast<double>(i % 3);
  return count;
}

/// Calls visit(sample, gram, seed) on three samples of each kind with either kernel.
template <class Visit>
void on_samples(const Visit& visit) {
  for (const Make make : makes)
    for (const auto shape : {Kernel::Shape::linear, Kernel::Shape::gaussian})
      for (int seed = 1; seed <= 3; ++seed) {
        const Sample sample = make(30 + 5 * seed, seed);
        visit(sample, tests::gram_of(sample, shape), seed);
      }
}

} // namespace

TEST_CASE("psi path: reaches the objective of the descent from an independent start", "[solver][psi]") {
  int nodes = 0, other_minimum = 0;
  on_samples([&](const Sample& sample, const Matrix& gram, int seed) {
    for (const double pi : {0.1, 0.35, 0.5, 0.8}) {
      ExactLambdaPath path(gram, sample.y, pi);
      for (const double lambda : {100.0, 3.0, 0.3, 0.02}) {
        CAPTURE(seed, pi, lambda);
        const core::WeightedDual svm = core::weighted_dual(gram, sample.y, pi, lambda);
        const PsiFit fit = core::psi_descent(path, lambda);
        const core::PsiSolution alone = tests::learn(svm);
        CHECK(fit.certificate.status == Status::ok);
        CHECK(fit.objective() == Approx(tests::objective(svm, fit)).epsilon(1e-9).margin(1e-12));
        CHECK((fit.decision - fit.core::DualSolution::decision(gram)).cwiseAbs().maxCoeff() <= 1e-9);
        ++nodes;
        if (std::abs(fit.objective() - alone.objective()) > 1e-7 * alone.objective()) ++other_minimum;
      }
    }
  });
  // On the lattice a margin may be zero to rounding: which side it falls decides between local minima.
  CAPTURE(nodes, other_minimum);
  CHECK(50 * other_minimum <= nodes);
}

TEST_CASE("psi nodes: a grid of lambda gives the descents of its lambda, each certified", "[solver][psi]") {
  Vector lambdas(25);
  for (Eigen::Index k = 0; k < 25; ++k) lambdas(k) = std::pow(10, 3 - 0.2 * static_cast<double>(k));
  int nodes = 0, other_minimum = 0;
  on_samples([&](const Sample& sample, const Matrix& gram, int seed) {
    const CountedSample counted{gram, sample.y,
                                seed == 2 ? counts(sample.size()) : Vector::Ones(sample.size())};
    for (const double pi : {0.1, 0.35, 0.5, 0.8}) {
      ExactLambdaPath path(counted, pi), fresh(counted, pi);
      const core::PsiNodes grid = core::psi_nodes(path, lambdas);
      for (Eigen::Index k = 0; k < lambdas.size(); ++k) {
        CAPTURE(seed, pi, lambdas(k));
        const PsiFit alone = core::psi_descent(fresh, lambdas(k));
        const core::Certificate& proof = grid.certificates[static_cast<std::size_t>(k)];
        CHECK(proof.status == Status::ok);
        CHECK(proof.relative_gap() <= 1e-8);
        ++nodes;
        // Within 1e-10 of 0 a margin's side is a matter of rounding, and decides between local minima.
        if ((grid.decision.col(k) - alone.decision).cwiseAbs().maxCoeff() > 1e-4) ++other_minimum;
      }
    }
  });
  CAPTURE(nodes, other_minimum);
  CHECK(50 * other_minimum <= nodes);
}

TEST_CASE("psi nodes: the constant of a weight is the constant of any lambda", "[solver][psi]") {
  int constants = 0;
  on_samples([&](const Sample& sample, const Matrix& gram, int seed) {
    const CountedSample counted{gram, sample.y,
                                seed == 2 ? counts(sample.size()) : Vector::Ones(sample.size())};
    for (const double pi : {0.1, 0.8}) {
      Vector lambdas(4);
      lambdas << 1e5, 1e3, 1, 1e-2;
      ExactLambdaPath path(counted, pi), fresh(counted, pi);
      const core::PsiNodes grid = core::psi_nodes(path, lambdas);
      for (Eigen::Index k = 0; k < 4; ++k) {
        const core::PsiNodes one = core::psi_nodes(fresh, lambdas.segment(k, 1));
        const core::Certificate &kept = grid.certificates[static_cast<std::size_t>(k)],
                                &own = one.certificates[0];
        if (own.iterations > 0) continue;
        ++constants;
        CAPTURE(seed, pi, lambdas(k));
        CHECK(grid.decision.col(k) == one.decision.col(0));
        CHECK((kept.primal == own.primal && kept.dual == own.dual && kept.rounding == own.rounding));
        CHECK(kept.status == own.status);
      }
    }
  });
  CHECK(constants > 50);
}

TEST_CASE("psi path: a counted sample is the sample with its points repeated", "[solver][psi]") {
  for (const Make make : {Make(tests::example1), Make(tests::example2)})
    for (const auto shape : {Kernel::Shape::linear, Kernel::Shape::gaussian}) {
      const Sample sample = make(42, 8);
      const Matrix gram = tests::gram_of(sample, shape);
      const Vector count = counts(42);
      std::vector<Eigen::Index> points;
      for (Eigen::Index i = 0; i < 42; ++i)
        for (int times = 0; times < count(i); ++times) points.push_back(i);
      const Matrix repeated_gram = gram(points, points);
      const Vector repeated_y = sample.y(points);
      for (const double pi : {0.3, 0.6}) {
        ExactLambdaPath path(CountedSample{gram, sample.y, count}, pi),
            repeated(repeated_gram, repeated_y, pi);
        for (const double lambda : {30.0, 2.0, 0.1}) {
          CAPTURE(pi, lambda);
          const PsiFit fit = core::psi_descent(path, lambda), each = core::psi_descent(repeated, lambda);
          CHECK(fit.certificate.status == Status::ok);
          CHECK(fit.objective() == Approx(each.objective()).epsilon(1e-7));
          for (Eigen::Index i = 0; i < 42; ++i)
            if (count(i) == 0) CHECK(fit.a(i) == 0);
          const Vector f = (gram * fit.a / lambda).array() + fit.beta_0;
          CHECK((fit.decision - f).cwiseAbs().maxCoeff() <= 1e-8 * (1 + f.cwiseAbs().maxCoeff()));
        }
      }
    }
}

TEST_CASE("psi path: which lambda were asked before changes no bit", "[solver][psi][purity]") {
  const Sample sample = tests::example1(40, 6);
  const Matrix gram = tests::gram_of(sample, Kernel::Shape::gaussian);
  const CountedSample counted{gram, sample.y, counts(40)};
  ExactLambdaPath busy(counted, 0.45);
  for (const double lambda : {0.1, 50.0, 0.5, 0.01, 3.0, 0.1, 0.5, 20.0}) {
    CAPTURE(lambda);
    ExactLambdaPath fresh(counted, 0.45);
    REQUIRE(same_bits(core::psi_descent(busy, lambda), core::psi_descent(fresh, lambda)));
  }
}

TEST_CASE("psi path: where the path has given up the descent is still certified", "[solver][psi][fault]") {
  const Sample sample = tests::example1(60, 1);
  const Matrix gram = tests::gram_of(sample, Kernel::Shape::gaussian);
  const CountedSample counted = core::each_once(gram, sample.y);
  core::LargeLambdaSweep sweep(counted);
  sweep.limit_events(5);
  ExactLambdaPath path(counted, 0.4, sweep.at(0.4)), whole(counted, 0.4);
  const PsiFit fit = core::psi_descent(path, 0.05), expected = core::psi_descent(whole, 0.05);
  REQUIRE(path.fallbacks() == 1);
  CHECK(fit.certificate.status == Status::ok);
  CHECK(fit.objective() == Approx(expected.objective()).epsilon(1e-7));
}

TEST_CASE("psi path: an answer that misses the rule is not converged", "[solver][psi][fault]") {
  const Sample sample = tests::example1(60, 2);
  const Matrix gram = tests::gram_of(sample, Kernel::Shape::gaussian);
  const core::StoppingRule impossible{-1.0, 1'000'000};
  ExactLambdaPath path(core::each_once(gram, sample.y), 0.4, impossible);
  CHECK(core::psi_descent(path, 0.05, impossible).certificate.status == Status::not_converged);
  const core::PsiNodes nodes = core::psi_nodes(path, Vector::Constant(1, 0.05), impossible);
  CHECK(nodes.certificates[0].status == Status::not_converged);
}

TEST_CASE("psi path: one class gives its own sign and no loss", "[solver][degenerate]") {
  const Sample sample = tests::example1(12, 3);
  const Matrix gram = Kernel{}.gram(sample.x);
  for (const double sign : {1.0, -1.0}) {
    const core::Labels y = core::Labels::Constant(12, sign);
    ExactLambdaPath path(gram, y, 0.3);
    const PsiFit fit = core::psi_descent(path, 0.5);
    CHECK(fit.objective() == 0);
    CHECK(fit.decision == y);
  }
}

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
