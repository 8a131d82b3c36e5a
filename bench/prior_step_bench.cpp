#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/support/drawn_data.hpp"
#include "bench/support/weighted_grid.hpp"
#include "core/probability/kernel_logistic.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/probability/scaling/counts.hpp"
#include "core/tuning/prior_step.hpp"

// What the prior step of Rueping (2004) takes on a data set, Gaussian kernels of five bandwidths, five folds
// of 2,000 rows: seconds of one thread's CPU, and of the longest chain of pieces that wait for one another,
// which is what is left however many threads take part.
//
//   prior_step_bench configs/ruping2004/means.yaml DATA
namespace {

core::PriorStep step(double least_lambda) {
  core::PriorStep out;
  for (double lambda = 10; lambda > least_lambda / 2; lambda /= 10) out.validation.lambdas.push_back(lambda);
  out.validation.folds = 5;
  out.validation.assignment = core::FoldAssignment::stratified;
  out.validation.of = core::CrossValidation::Of::error;
  out.validation.ties = core::CrossValidation::Ties::smaller_lambda;
  for (int k = 0; k < 5; ++k) out.sigmas.push_back(std::pow(10, 0.5 * k));
  out.sample_size = 2000;
  return out;
}

void measure(const char* name, const core::Learner& learner, double least_lambda, core::DrawCache& cache) {
  core::PriorStep prior = step(least_lambda);
  double saved = 0; // seconds that the pieces so far would have spent at the same time as others
  prior.each = [&saved](std::size_t count, const std::function<void(std::size_t)>& work) {
    const double before = saved;
    double sum = 0, longest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      saved = 0;
      const double begin = bench::cpu_seconds();
      work(i);
      const double seconds = bench::cpu_seconds() - begin;
      sum += seconds;
      longest = std::max(longest, seconds - saved);
    }
    saved = before + sum - longest;
  };
  const double begin = bench::cpu_seconds();
  const core::Tuned found = prior.choose(learner, cache);
  const double seconds = bench::cpu_seconds() - begin;
  std::printf("%-28s %8.1f s  longest chain %7.1f s  ratio %5.1f  (lambda %g, sigma %g)\n", name, seconds,
              seconds - saved, seconds / (seconds - saved), found.lambda, *found.sigma);
  std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::printf("prior_step_bench CONFIG DATA\n");
    return 2;
  }
  core::DrawCache cache(bench::first_draw(arguments[1], arguments[2]), {2004, arguments[2], 0});
  const core::KernelChoice gaussian{core::Kernel::Shape::gaussian, core::KernelChoice::SigmaUnit::absolute,
                                    10};
  measure("kernel logistic regression", core::KernelLogistic(gaussian), 1e-4, cache);
  measure("support vector machine",
          core::MarginLearner({core::Hinge{}, gaussian}, std::make_shared<core::ClippedScaling>()), 1e-3,
          cache);
}
