#pragma once
#include "core/estimate/estimator.hpp"
#include "core/kernel/kernel.hpp"
#include "core/loss/coherence.hpp"
#include "core/solver/elastic_net/problem.hpp"

// How the objective of C-learning falls: step by step along the descent that Zhang, Dai & Jordan (2013) print
// as Algorithm 1, and round by round of the solver that fits here (core/solver/elastic_net/path.hpp).
namespace core {

/// The objective along Algorithm 1, from a = 0, b = 0.
struct DescentTrace {
  std::vector<double> objective; ///< F at the start and after each outer step
  std::vector<double> model;     ///< G at the start and after each sweep of the first inner loop
  double intercept = 0;
  Vector coefficients; ///< where it ended
};

/// Algorithm 1 on the problem of core/solver/elastic_net/problem.hpp: an outer step takes the quadratic model
/// G of F around (a, b) - (16) and (17), kappa and the constant kept, so that G is F there - and sweeps over
/// the intercept (18) and every coefficient (19) until |change of a| + |change of b| < 1e-5, or 5000 times; a
/// step that raises F is halved. It ends where an outer step changes (a, b) by less than 1e-5, or after 100.
/// omega in (0, 1], gamma > 0. Cost n p a sweep, with a kernel as ridge n^2.
DescentTrace trace_descent(const ElasticNetProblem& problem, const Coherence& loss, double gamma);

/// C-learning at one gamma = lambda and omega, fitted by ElasticNetPath alone and from zero; the
/// probabilities are those of eq. 10. Series: outer.step, outer.algorithm_1, F at each step, and outer.ours,
/// F at each round of the solver, from its first step at b = 0 with the best intercept, NaN after the last;
/// inner.sweep and inner.algorithm_1, G at each sweep of the first inner loop. Facts: outer_steps,
/// inner_sweeps, rounds; excess, F where Algorithm 1 ends less F where the solver does; rises, the outer
/// steps after which F was higher, its rounding of 1e-14 aside; nonzero; sigma, of a Gaussian kernel.
class CoordinateDescent final : public ProbabilityEstimator {
 public:
  struct Choice {
    KernelChoice kernel;
    Coherence loss;
    double omega = 0.5, lambda = 0.01;
  };
  explicit CoordinateDescent(const Choice& choice) : choice_(choice) {}

  /// Throws UserError for a training sample of one class.
  Estimate estimate(DrawCache& cache) const override;

 private:
  Choice choice_;
};

} // namespace core
