#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/support/libsvm_rows.hpp"
#include "core/solver/margin/solve.hpp"
#include "core/solver/path/exact_lambda_path.hpp"

// Microseconds of one thread's CPU for one weighted support vector machine by itself, the Gram matrix given:
// medians over nodes of the 60 x 19 grid (every 37th; from n = 400 on every 113th).
//
// "cold": solve() from a = 0 with its certificate. "path": the exact path of this one weight, followed from
// its start down to lambda. LIBSVM: svm_train on the precomputed matrix at its default tolerance 1e-3 and at
// 1e-6, of which no more are fitted than take two seconds together. The ratios are LIBSVM's to the faster
// of ours; below 1 LIBSVM is faster.
//
//   single_fit_bench [n...]
namespace {

struct Times {
  std::vector<double> cold, path, libsvm, exact;
  long unproven = 0;
};

void run(const bench::Problem& problem, int stride, Times& times) {
  const core::Vector lambdas = bench::lambda_grid();
  const std::vector<double> pis = bench::pi_grid();
  for (long node = stride / 2; node < 1140; node += stride) {
    const double lambda = lambdas[node % 60], pi = pis[static_cast<std::size_t>(node / 60)];
    const double begin = bench::cpu_seconds();
    const core::DualSolution cold = core::solve(core::weighted_dual(problem.counted(), pi, lambda));
    const double between = bench::cpu_seconds();
    core::ExactLambdaPath path(problem.counted(), pi);
    const core::DualSolution followed = path.at(lambda);
    times.path.push_back(bench::cpu_seconds() - between);
    times.cold.push_back(between - begin);
    times.unproven += cold.certificate.status != core::Status::ok;
    times.unproven += followed.certificate.status != core::Status::ok;
  }
  bench::LibsvmRows rows(problem);
  times.libsvm = rows.seconds_at(stride);
  times.exact = rows.seconds_at(stride, 1e-6, 2);
}

void report(const bench::Row& row, Eigen::Index n) {
  Times times;
  run(bench::draw(row, n, 1), n < 400 ? 37 : 113, times);
  const double cold = 1e6 * bench::median(times.cold), path = 1e6 * bench::median(times.path),
               libsvm = 1e6 * bench::median(times.libsvm), exact = 1e6 * bench::median(times.exact);
  const double ours = std::min(cold, path);
  std::printf("%4ld  %s  %9.1f  %9.1f  %8ld  %9.1f  %6.2f  %9.1f  %6.2f%s\n", static_cast<long>(n),
              row.name().c_str(), cold, path, times.unproven, libsvm, libsvm / ours, exact, exact / ours,
              libsvm < ours ? "  LIBSVM is faster" : "");
  std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments) {
  std::vector<Eigen::Index> sizes;
  for (int k = 1; k < count; ++k) sizes.push_back(std::atol(arguments[k]));
  if (sizes.empty()) sizes = {100, 400, 1000};
  std::printf(
      "   n  ex kernel    sample          cold       path  unproven     LIBSVM   ratio    at 1e-6   ratio\n");
  for (const Eigen::Index n : sizes)
    for (const bench::Row& row : bench::rows()) report(row, n);
}
