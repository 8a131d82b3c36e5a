#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "core/kernel/kernel.hpp"
#include "core/multiclass/methods/grid_fits.hpp"
#include "core/solver/large/kernel_factor.hpp"
#include "datasets/simulated/wu2010.hpp"

// Milliseconds of one thread's CPU per problem of Wu, Zhang & Liu (2010), a weight vector and C: hinge start
// and all d.c. steps (core/multiclass/machine/truncated_hinge.hpp), on the grid that is tuned on and on the
// grid that is reported, over C = 2^-8, 2^-6, ..., 2^8. Example 2 has the Gaussian kernel at half the median
// distance.
//
//   multiclass_bench [samples = 1]
namespace {

using datasets::wu2010::Example;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Row {
  Example example;
  const char* name;
  std::int64_t n;
  double coarse, fine;
};

core::GridSample sample_of(const Row& row, std::int32_t replicate) {
  datasets::wu2010::Simulated source;
  source.example = row.example;
  source.n_train = row.n;
  source.n_tune = source.n_test = 1;
  const core::Sample train = source.draw({2010, "multiclass_bench", replicate}).train;
  if (row.example != Example::two) return {train.x, train.y, true};
  const core::KernelChoice choice{core::Kernel::Shape::gaussian, core::KernelChoice::SigmaUnit::median, 0.5};
  const core::Matrix gram = choice.on(train).gram(train.x);
  return {core::kernel_factor(gram, 1e-12, row.n).x, train.y, false};
}

void measure(const Row& row, double step, int samples) {
  const core::WeightGrid grid = core::weight_grid(step, row.example == Example::four ? 5 : 3);
  double seconds = 0, steps = 0, gap = 0;
  int problems = 0, unproven = 0;
  for (std::int32_t r = 0; r < samples; ++r) {
    const core::GridSample sample = sample_of(row, r);
    for (int power = -8; power <= 8; power += 2) {
      const double begin = cpu_seconds();
      const core::GridFits fits = core::grid_fits(sample, grid, {}, std::ldexp(1, power));
      seconds += cpu_seconds() - begin;
      problems += static_cast<int>(fits.summary.fits);
      steps += static_cast<double>(fits.summary.dc_steps);
      gap = std::max(gap, fits.summary.worst_relative_gap);
      unproven += fits.summary.status != core::Status::ok;
    }
  }
  std::printf("%s  %5.2f  %8d  %8.3f  %10.2f  %9.1e  %8d\n", row.name, step, problems,
              1e3 * seconds / problems, steps / problems, gap, unproven);
}

} // namespace

int main(int count, char** arguments) {
  const int samples = count > 1 ? std::atoi(arguments[1]) : 1;
  std::printf("example    step  problems  ms/problem  d.c. steps  worst gap  unproven\n");
  for (const Row& row :
       {Row{Example::one, "Example 1", 400, 0.04, 0.02}, Row{Example::two, "Example 2", 100, 0.04, 0.02},
        Row{Example::three, "Example 3", 600, 0.04, 0.02},
        Row{Example::four, "Example 4", 1000, 0.1, 0.05}}) {
    measure(row, row.coarse, samples);
    if (row.example != Example::four) measure(row, row.fine, samples);
  }
}
