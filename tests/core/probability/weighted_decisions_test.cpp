#include <cmath>

#include "core/estimate/calibration.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/probability/bracket.hpp"
#include "core/probability/decision/decision_comparison.hpp"
#include "core/probability/decision/sparse_logistic.hpp"
#include "core/probability/decision/svm_decision.hpp"
#include "core/probability/solution_path.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/logistic/duality.hpp"
#include "core/solver/margin/certify.hpp"
#include "core/solver/path/pi_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/weighted_rows.hpp"

using namespace core;

// Observation weights of a path in pi, of machines that decide, and of curves over one input
// (core/sample/observation_weights.hpp).
namespace {

DrawCache cache_of_rows(Sample train) {
  return {Draw{std::move(train), {}, tests::example1(40, 90)}, {1, "made", 0}};
}

/// A quarter of the rows are positive, their values overlap.
Sample one_input(Eigen::Index n, std::uint64_t seed) {
  tests::Dice dice(seed);
  Sample out{Matrix(n, 1), Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    out.y(i) = i % 4 == 0 ? 1 : -1;
    out.x(i, 0) = dice.normal() + 0.8 * out.y(i);
  }
  return out;
}

double largest(const Vector& a, const Vector& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

} // namespace

TEST_CASE("solution path: that of weighted rows is that of so many copies, certified",
          "[solution_path][weights][manufactured]") {
  const Sample once = tests::weighted(tests::example1(35, 21)), copied = tests::copied(once);
  DrawCache weighted = cache_of_rows(once), repeated = cache_of_rows(copied);
  Classifier gaussian;
  gaussian.kernel = {Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 0.8};
  for (const Classifier& classifier : {Classifier{}, gaussian})
    for (const double lambda : {0.3, 3.0, 30.0}) {
      const Estimate one = SolutionPath(classifier, lambda).estimate(weighted),
                     two = SolutionPath(classifier, lambda).estimate(repeated);
      CHECK(one.summary.status == Status::ok);
      CHECK(largest(one.probability.positive(), two.probability.positive()) < 1e-9);
      for (const char* fact : {"flat_until", "flat_from"})
        CHECK(one.facts.at(fact) == Approx(two.facts.at(fact)).margin(1e-9));
    }
}

TEST_CASE("solution path: weights that are no whole numbers scale lambda",
          "[solution_path][weights][degenerate]") {
  Sample once = tests::weighted(tests::example1(35, 22));
  DrawCache whole = cache_of_rows(once);
  once.weights *= 0.37;
  DrawCache scaled = cache_of_rows(once);
  const Estimate one = SolutionPath({}, 2).estimate(whole), two = SolutionPath({}, 0.37 * 2).estimate(scaled);
  CHECK(two.summary.status == Status::ok);
  CHECK(largest(one.probability.positive(), two.probability.positive()) < 1e-9);
}

TEST_CASE("solution path: the certificate of any answer to weighted rows is that of its copies",
          "[solution_path][weights][certificate][oracle]") {
  const Sample once = tests::weighted(tests::example1(30, 23)), copied = tests::copied(once);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1}.gram(once.x),
               repeated = Kernel{Kernel::Shape::gaussian, 1}.gram(copied.x);
  const CountedSample sample{gram, once.y, once.weights};
  tests::Dice dice(4);
  Vector share(30);
  for (double& each : share) each = 0.3 * once.weights(&each - share.data()) * dice.uniform();
  const Vector positive = (once.y.array() > 0).select(share, 0);
  const Vector of_rows =
      balanced(once.y, once.y.cwiseProduct(share), positive.sum(), (share - positive).sum());
  const Vector of_copies = of_rows.cwiseQuotient(once.weights)(tests::copies(once.weights));
  const Certificate one = certify(weighted_dual(sample, 0.3, 2), of_rows, gram_times(gram, of_rows), 0.1),
                    two = certify(weighted_dual(repeated, copied.y, 0.3, 2), of_copies,
                                  gram_times(repeated, of_copies), 0.1);
  CHECK(one.primal == Approx(two.primal).epsilon(1e-13));
  CHECK(one.dual == Approx(two.dual).epsilon(1e-12));
}

TEST_CASE("svm decision: a machine of weighted rows is that of so many copies, whatever errors cost",
          "[decision][weights][manufactured]") {
  const Sample once = tests::weighted(tests::example1(60, 24)), copied = tests::copied(once);
  DrawCache weighted = cache_of_rows(once), repeated = cache_of_rows(copied);
  const KernelChoice gaussian{Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 0.8};
  for (const KernelChoice& kernel : {KernelChoice{}, gaussian})
    for (const auto cost : {SvmDecision::Cost::equal, SvmDecision::Cost::asymmetric})
      for (const double lambda : {0.3, 3.0}) {
        const SvmDecision learner(kernel, cost);
        const auto ask = [&](DrawCache& cache) {
          return learner.learn(cache, cache.whole())->probability(lambda, {Points::Part::test});
        };
        const Estimate one = ask(weighted), two = ask(repeated);
        CHECK(one.summary.status == Status::ok);
        CHECK(largest(one.score, two.score) < 1e-4);
        // At a vertex no more than three rows, of weight 3 at most, lie strictly inside their boxes.
        if (kernel.shape == Kernel::Shape::linear)
          CHECK(one.facts.at("support_vectors_percent") ==
                Approx(two.facts.at("support_vectors_percent")).margin(100 * 9 / once.weights.sum()));
      }
}

TEST_CASE("decision comparison: both curves and their borders are those of so many copies",
          "[decision][weights][manufactured]") {
  const Sample once = tests::weighted(one_input(40, 25)), copied = tests::copied(once);
  const Sample points = one_input(20, 26);
  DrawCache weighted({once, {}, points}, {1, "made", 0}), repeated({copied, {}, points}, {1, "made", 0});
  Classifier gaussian;
  gaussian.kernel = {Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 1};
  for (const double lambda : {0.3, 3.0}) {
    const Estimate one = DecisionComparison(gaussian, lambda).estimate(weighted),
                   two = DecisionComparison(gaussian, lambda).estimate(repeated);
    CHECK(largest(one.probability.positive(), two.probability.positive()) < 1e-7);
    for (const auto& [name, value] : two.facts) {
      CAPTURE(name);
      CHECK(one.facts.at(name) == Approx(value).epsilon(1e-5));
    }
    for (std::size_t k = 0; k < 401; k += 20)
      CHECK(one.series.at("curve.svm")[k] == Approx(two.series.at("curve.svm")[k]).margin(1e-5));
  }
}

TEST_CASE("weights: what is said of rare classes and of intervals before a fit counts rows by weight",
          "[decision][weights][manufactured]") {
  Labels y = Labels::Constant(40, -1);
  y.head(6).setOnes();
  Vector w = Vector::Constant(40, 4);
  w.head(6).setOnes();
  const Labels copied = y(tests::copies(w));
  const BracketCalibration bracket;
  const SparseLogistic sparse(KernelChoice{}, FaithfulInterval{0.1, 0.5});
  const auto check = [&](const auto& by) {
    CHECK(by.warnings(y).empty());
    REQUIRE(by.warnings({y, w}).size() == 1);
    CHECK(by.warnings({y, w}) == by.warnings(copied));
  };
  check(bracket);
  check(sparse);
}
