#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/support/drawn_data.hpp"
#include "bench/support/libsvm_rows.hpp"
#include "core/solver/large/chunking.hpp"
#include "core/solver/parametric/exact_lambda_path.hpp"
#include "experiments/catalog/methods.hpp"

// Seconds of one thread's CPU for one support vector machine on the training part of fold 0 of each data set
// of a study: in chunks, by following the exact path down to lambda, and by LIBSVM at its default tolerance
// on the precomputed Gram matrix. The Gram matrix is given to all three.
//
//   large_sample_bench configs/ruping2004/means.yaml DATA SIGMA (0 = linear) LAMBDA...
namespace {

void measure(const char* what, double lambda, const core::DualSolution& fit, double seconds) {
  std::printf("lambda %-8g %-7s %8.2f s  gap %.1e  %5ld support vectors\n", lambda, what, seconds,
              fit.certificate.relative_gap(), static_cast<long>((fit.a.array() != 0).count()));
  std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments) {
  if (count < 5) {
    std::printf("large_sample_bench CONFIG DATA SIGMA (0 = linear) LAMBDA...\n");
    return 2;
  }
  const core::Draw draw = bench::first_draw(arguments[1], arguments[2]);
  const double sigma = std::atof(arguments[3]);
  const core::Kernel kernel{sigma > 0 ? core::Kernel::Shape::gaussian : core::Kernel::Shape::linear,
                            sigma > 0 ? sigma : 1};
  bench::Problem problem{draw.train, kernel.gram(draw.train.x), draw.train.y, {}, {}};
  problem.count = core::Vector::Ones(problem.y.size());
  std::printf("%s, n = %ld, sigma %g\n", arguments[2], static_cast<long>(problem.y.size()), sigma);
  for (int k = 4; k < count; ++k) {
    const double lambda = std::atof(arguments[k]), begin = bench::cpu_seconds();
    const core::DualSolution chunks =
        core::solve_in_chunks(core::weighted_dual(problem.counted(), 0.5, lambda));
    const double between = bench::cpu_seconds();
    measure("chunks", lambda, chunks, between - begin);
    core::ExactLambdaPath path(problem.counted(), 0.5);
    const core::DualSolution followed = path.at(lambda);
    measure(path.fallbacks() > 0 ? "gave up" : "path", lambda, followed, bench::cpu_seconds() - between);
    std::printf("lambda %-8g libsvm  %8.2f s\n", lambda, bench::LibsvmRows(problem).seconds(lambda, 0.5));
  }
}
