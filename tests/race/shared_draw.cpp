#include <atomic>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

#include "core/estimate/draw_cache.hpp"

// Threads that learn from one draw at once, as the pieces of a fit do, under the thread sanitizer: where two of them
// touch the same memory without an order between them, it says so, whether or not the numbers came out right.

namespace {

constexpr int threads = 4, kernels = 6;

core::Sample sample(Eigen::Index n) {
  core::Sample out;
  out.x.resize(n, 2);
  out.y.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    out.x(i, 0) = 0.01 * static_cast<double>((37 * i) % 101);
    out.x(i, 1) = 0.01 * static_cast<double>((53 * i) % 97);
    out.y(i) = i % 2 == 0 ? 1 : -1;
  }
  return out;
}

core::KernelChoice choice(int k) {
  core::KernelChoice out;
  out.shape = core::Kernel::Shape::gaussian;
  out.unit = core::KernelChoice::SigmaUnit::absolute;
  out.sigma = 1 + k;
  return out;
}

/// What each thread adds up of the matrices, which all of them ask for in an order of their own.
double asked(core::DrawCache& cache, int thread) {
  double sum = 0;
  for (int k = 0; k < kernels; ++k) {
    core::KernelCache& kernel = cache.kernel(choice((k + thread) % kernels));
    sum += kernel.gram().sum();
  }
  return sum;
}

} // namespace

int main() {
  core::Draw draw;
  draw.train = sample(40);
  draw.test = sample(20);
  core::DrawCache cache(draw, {1, "race", 0});
  std::atomic<int> waiting = threads;
  std::vector<double> sums(threads);
  {
    std::vector<std::jthread> all;
    for (int t = 0; t < threads; ++t)
      all.emplace_back([&, t] {
        for (--waiting; waiting > 0;) std::this_thread::yield();
        sums[static_cast<std::size_t>(t)] = asked(cache, t);
      });
  }
  for (const double sum : sums)
    if (std::abs(sum - sums.front()) > 1e-9 * sums.front()) {
      std::puts("the threads were given different matrices");
      return 1;
    }
  std::puts("no thread disturbed another");
  return 0;
}
