#include <cstdio>
#include <cstdlib>
#include <functional>

#include "bench/support/weighted_grid.hpp"
#include "core/multiclass/methods/kernel_multicategory_logistic.hpp"
#include "core/multiclass/methods/logit_models.hpp"
#include "core/multiclass/methods/tree_estimators.hpp"
#include "tests/support/multiclass_draws.hpp"

// Milliseconds of one thread's CPU that a method for any number of classes takes for a replicate: normal
// clouds on a circle, as many test points as training points. Kernel multicategory logistic regression is one
// fit at lambda = 0.1 and the bandwidth in medians; a fifth of the points less in each of five folds times
// the values of lambda is what choosing lambda takes beside.
//
//   class_methods_bench [replications = 5]
namespace {

using core::DrawCache;

struct Case {
  Eigen::Index n;
  int classes;
};

void report(const char* name, const Case& one, int replications,
            const std::function<void(DrawCache&)>& work) {
  double seconds = 0;
  for (int r = 0; r < replications; ++r) {
    DrawCache cache(tests::cloud_draw(one.n, one.classes, static_cast<std::uint64_t>(r)), tests::kAxes);
    const double begin = bench::cpu_seconds();
    work(cache);
    seconds += bench::cpu_seconds() - begin;
  }
  std::printf("%-22s  %2d  %5td  %10.2f\n", name, one.classes, one.n, 1e3 * seconds / replications);
}

void fit_kernel(DrawCache& cache, double sigma) {
  const core::KernelChoice kernel{core::Kernel::Shape::gaussian, core::KernelChoice::SigmaUnit::median,
                                  sigma};
  core::KernelMulticategoryLogistic(kernel).learn(cache, cache.whole())->probability(0.1, {});
}

} // namespace

int main(int argc, char** argv) {
  const int replications = argc > 1 ? std::atoi(argv[1]) : 5;
  std::printf("method                   K      n  ms\n");
  for (const Case& one : {Case{400, 3}, Case{100, 3}, Case{600, 3}, Case{1000, 5}}) {
    const auto row = [&](const char* name, const auto& work) { report(name, one, replications, work); };
    row("baseline_logit", [](DrawCache& cache) { core::BaselineLogit{}.estimate(cache); });
    row("cumulative_logit", [](DrawCache& cache) { core::CumulativeLogit{}.estimate(cache); });
    row("kernel, sigma 1", [](DrawCache& cache) { fit_kernel(cache, 1); });
    row("kernel, sigma 1/4", [](DrawCache& cache) { fit_kernel(cache, 0.25); });
    row("classification_tree", [](DrawCache& cache) { core::ClassificationTree{}.estimate(cache); });
    row("random_forest", [](DrawCache& cache) { core::RandomForest{}.estimate(cache); });
  }
}
