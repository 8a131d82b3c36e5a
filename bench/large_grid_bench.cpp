#include <libsvm/svm.h>
#include <sys/resource.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bench/support/weighted_grid.hpp"
#ifdef MARGINLAB_LIBLINEAR
#include "bench/support/liblinear_rows.hpp"
#endif
#include "core/solver/large/large_sample.hpp"

// A large sample without its Gram matrix: the 60 x 19 grid (unless said otherwise) and one cold fit at
// lambda = 1, pi = 1/2, beside svm_train of LIBSVM on the inputs at its default tolerance 1e-3. Seconds of
// one thread's CPU; peak memory is of ours alone, LIBSVM runs afterwards with a cache of 100 MB. Where there
// is LIBLINEAR, its dual coordinate descent too (-s 3), at its default tolerance .1 and at 1e-3.
//
//   large_grid_bench [n = 20000] [p = 2] [sigma = 0 (linear)] [grid = 1]
namespace {

core::Sample draw(Eigen::Index n, Eigen::Index p) {
  core::Sample sample = tests::example1(n, 1);
  tests::Dice dice(2);
  sample.x.conservativeResize(n, p);
  for (Eigen::Index k = 2; k < p; ++k)
    for (Eigen::Index i = 0; i < n; ++i) sample.x(i, k) = dice.normal();
  return sample;
}

double libsvm_seconds(const core::Sample& sample, double sigma) {
  const auto n = static_cast<std::size_t>(sample.size()), p = static_cast<std::size_t>(sample.x.cols());
  std::vector<svm_node> nodes(n * (p + 1));
  std::vector<svm_node*> rows(n);
  for (std::size_t i = 0; i < n; ++i) {
    rows[i] = nodes.data() + i * (p + 1);
    for (std::size_t k = 0; k < p; ++k)
      rows[i][k] = {static_cast<int>(k + 1),
                    sample.x(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k))};
    rows[i][p] = {-1, 0};
  }
  std::vector<double> y(sample.y.begin(), sample.y.end());
  svm_problem data{static_cast<int>(n), y.data(), rows.data()};
  svm_parameter how{};
  how.svm_type = C_SVC;
  how.kernel_type = sigma > 0 ? RBF : LINEAR;
  how.gamma = sigma > 0 ? 1 / (sigma * sigma) : 0;
  how.cache_size = 100;
  how.eps = 1e-3;
  how.C = 0.5;
  how.shrinking = 1;
  svm_set_print_string_function([](const char*) {});
  const double begin = bench::cpu_seconds();
  svm_model* model = svm_train(&data, &how);
  const double seconds = bench::cpu_seconds() - begin;
  svm_free_and_destroy_model(&model);
  return seconds;
}

#ifdef MARGINLAB_LIBLINEAR
void by_liblinear(const core::Sample& sample, double ours) {
  const bench::LiblinearRows rows(sample);
  for (const double eps : {0.1, 1e-3}) {
    const double theirs = rows.seconds(L2R_L1LOSS_SVC_DUAL, 0.5, eps);
    std::printf("LIBLINEAR, eps %-5g %8.3f s   ratio %.1f\n", eps, theirs, theirs / ours);
  }
}
#else
void by_liblinear(const core::Sample&, double) {}
#endif

struct Measured {
  double seconds = 0, gap = 0;
};

Measured grid(const core::LargeSample& large) {
  Measured out;
  const double begin = bench::cpu_seconds();
  for (const double pi : bench::pi_grid())
    for (const double lambda : bench::lambda_grid())
      out.gap = std::max(out.gap, large.at(pi, lambda).certificate.relative_gap());
  out.seconds = bench::cpu_seconds() - begin;
  return out;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

} // namespace

int main(int count, char** arguments) {
  const Eigen::Index n = count > 1 ? std::atol(arguments[1]) : 20'000;
  const Eigen::Index p = count > 2 ? std::atol(arguments[2]) : 2;
  const double sigma = count > 3 ? std::atof(arguments[3]) : 0;
  const bool whole_grid = count <= 4 || std::atoi(arguments[4]) != 0;
  const core::Sample sample = draw(n, p);
  const core::Features features(sample.x);
  const core::KernelColumns columns({core::Kernel::Shape::gaussian, sigma > 0 ? sigma : 1}, sample.x);
  const core::Gram gram = sigma > 0 ? core::Gram(columns) : core::Gram(features);
  const double begin = bench::cpu_seconds();
  const core::LargeSample large(core::each_once(gram, sample.y));
  const core::LargeFit fit = large.at(0.5, 1);
  const double one = bench::cpu_seconds() - begin;
  std::printf("n = %ld, p = %ld, %s\n", static_cast<long>(n), static_cast<long>(p),
              sigma > 0 ? "Gaussian" : "linear");
  std::printf("one cold fit        %9.3f s   gap %.1e\n", one, fit.certificate.relative_gap());
  if (whole_grid) {
    const Measured all = grid(large);
    std::printf("grid of 1140 fits   %9.3f s   gap %.1e\n", all.seconds, all.gap);
  }
  std::printf("peak memory         %9.0f MB\n", peak_megabytes());
  std::fflush(stdout);
  const double theirs = libsvm_seconds(sample, sigma);
  std::printf("LIBSVM, one fit     %9.3f s   ratio %.0f\n", theirs, theirs / one);
  if (sigma == 0) by_liblinear(sample, one);
}
