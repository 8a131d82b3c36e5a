#include <limits>

#include "tests/core/solver/psi_cases.hpp"
#include "tests/support/catch.hpp"

// psi is the smaller of its two majorants, so E = min over M of E_M, pointwise, and the two minima exchange:
//
//   min_f E(f) = min_f min_M E_M(f) = min_M min_f E_M(f).
//
// For n points that is 2^n convex problems, each solved with a certificate: the smallest dual value is a
// lower bound of E, the smallest E at their minimisers an upper bound.
namespace {

using core::WeightedDual;
using tests::Kernel;
using tests::Sample;

struct GlobalMinimum {
  double lower = std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

GlobalMinimum enumerate(const WeightedDual& svm) {
  GlobalMinimum found;
  const auto n = static_cast<std::size_t>(svm.size());
  for (std::size_t subset = 0; subset < (std::size_t{1} << n); ++subset) {
    std::vector<bool> flat;
    for (std::size_t i = 0; i < n; ++i) flat.push_back((subset >> i & 1U) != 0);
    const tests::Majorant at = tests::majorant(svm, flat);
    const core::DualSolution fit = core::solve(at.problem);
    found.lower = std::min(found.lower, fit.certificate.dual + at.constant);
    found.upper = std::min(found.upper, tests::objective(svm, fit));
  }
  return found;
}

/// The least objective over lines f = w x + b in one dimension: a grid that contains every minimiser, then
/// finer ones around the best.
double least_on_grids(const WeightedDual& svm, const Sample& sample) {
  constexpr int half = 150;
  const auto value = [&](double w, double b) {
    double sum = 0.5 * svm.lambda * w * w;
    for (Eigen::Index i = 0; i < svm.size(); ++i) {
      const double z = svm.y(i) * (w * sample.x(i, 0) + b);
      sum += (svm.upper(i) - svm.lower(i)) * (z < 0 ? 2 : z >= 1 ? 0 : 2 * (1 - z));
    }
    return sum;
  };
  double w = 0, b = 0, best = value(0, 0);
  // The constant 0 has value 2 sum S, so no minimiser has a larger lambda/2 w^2; a larger |b| fits no better.
  double w_reach = 2 * std::sqrt((svm.upper - svm.lower).sum() / svm.lambda);
  double b_reach = 1 + w_reach * sample.x.cwiseAbs().maxCoeff();
  for (int zoom = 0; zoom < 5; ++zoom, w_reach /= 15, b_reach /= 15) {
    const double w0 = w, b0 = b;
    for (int i = -half; i <= half; ++i) {
      for (int j = -half; j <= half; ++j) {
        const double w_ij = w0 + w_reach * i / half, b_ij = b0 + b_reach * j / half, v = value(w_ij, b_ij);
        if (v < best) best = v, w = w_ij, b = b_ij;
      }
    }
  }
  return best;
}

Sample small_sample(int seed) {
  const Eigen::Index n = 6 + seed % 5;
  if (seed % 3 == 0) return tests::lattice(n, seed);
  return seed % 3 == 1 ? tests::example1(n, seed) : tests::example2(n, seed);
}

} // namespace

TEST_CASE("psi enumeration: the certified minimum is the least value on a fine grid of lines",
          "[solver][oracle]") {
  for (int seed = 1; seed <= 6; ++seed) {
    Sample sample = tests::example1(7, seed);
    sample.x = core::Matrix(sample.x.col(0));
    const core::Matrix gram = Kernel{}.gram(sample.x);
    const WeightedDual svm = core::weighted_dual(gram, sample.y, 0.2 + 0.1 * seed, seed % 2 ? 0.1 : 0.5);
    CAPTURE(seed);
    const GlobalMinimum least = enumerate(svm);
    const double grid = least_on_grids(svm, sample);
    CHECK(least.upper - least.lower <= 1e-7 * least.upper);
    CHECK(grid >= least.lower - 1e-9);
    CHECK(grid <= least.upper + 2e-3);
  }
}

TEST_CASE("psi descent: never below the global minimum of up to ten points, and mostly at it",
          "[solver][oracle]") {
  int cases = 0, at_minimum = 0;
  for (int seed = 1; seed <= 15; ++seed) {
    const Sample sample = small_sample(seed);
    for (const auto shape : {Kernel::Shape::linear, Kernel::Shape::gaussian}) {
      const core::Matrix gram = tests::gram_of(sample, shape);
      for (const double lambda : {0.01, 0.1, 1.0}) {
        const double pi = 0.1 + 0.05 * seed;
        CAPTURE(seed, pi, lambda);
        const WeightedDual svm = core::weighted_dual(gram, sample.y, pi, lambda);
        const GlobalMinimum least = enumerate(svm);
        const core::PsiSolution psi = tests::learn(svm);
        REQUIRE(least.upper - least.lower <= 1e-7 * least.upper + 1e-12);
        CHECK(psi.objective() >= least.lower * (1 - 1e-8) - 1e-12);
        ++cases;
        if (psi.objective() <= least.upper * (1 + 1e-3) + 1e-12) ++at_minimum;
      }
    }
  }
  CAPTURE(cases, at_minimum);
  CHECK(2 * at_minimum > cases);
}
