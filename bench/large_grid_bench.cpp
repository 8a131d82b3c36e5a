#include <libsvm/svm.h>
#include <sys/resource.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <vector>

#include "bench/support/processes.hpp"
#include "bench/support/weighted_grid.hpp"
#ifdef MARGINLAB_LIBLINEAR
#include "bench/support/liblinear_rows.hpp"
#endif
#include "core/estimate/weighted_fits.hpp"

// A large sample without its Gram matrix: one cold fit at lambda = 1, pi = 1/2, and the decision values of
// the 60 x 19 grid with a bound of each gap, as a tuning criterion asks for them, beside svm_train of LIBSVM
// on the inputs at its default tolerance 1e-3. Seconds of one thread's CPU; each row is a process of its own,
// whose peak memory is that of ours: LIBSVM runs afterwards, with a cache of 100 MB. Where there is
// LIBLINEAR, its dual coordinate descent too (-s 3), at its default tolerance .1 and at 1e-3.
//
//   large_grid_bench [N [p = 2] [sigma = 0 (linear)] [grid = 1]]; without arguments the table of the page
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

/// Seconds of LIBLINEAR's dual coordinate descent to this tolerance; 0 where there is no LIBLINEAR.
double liblinear_seconds([[maybe_unused]] const core::Sample& sample, [[maybe_unused]] double eps) {
#ifdef MARGINLAB_LIBLINEAR
  return bench::LiblinearRows(sample).seconds(L2R_L1LOSS_SVC_DUAL, 0.5, eps);
#else
  return 0;
#endif
}

struct Measured {
  double seconds = 0, gap = 0;
};

/// As a tuning criterion asks for it.
Measured grid(const core::Gram& gram, const core::Labels& y) {
  core::Resample whole{std::vector<Eigen::Index>(static_cast<std::size_t>(y.size())), y};
  std::iota(whole.rows.begin(), whole.rows.end(), Eigen::Index{0});
  const core::Vector lambdas = bench::lambda_grid();
  Measured out;
  const double begin = bench::cpu_seconds();
  const auto fits = core::weighted_fits(gram, whole, core::Hinge{});
  for (const core::FitSummary& summary :
       fits->on_train({bench::pi_grid(), {lambdas.begin(), lambdas.end()}}).summaries)
    out.gap = std::max(out.gap, summary.worst_relative_gap);
  out.seconds = bench::cpu_seconds() - begin;
  return out;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

struct Case {
  Eigen::Index n, p;
  double sigma;
  bool grid;
};

void print_peer(double seconds, double ours) {
  if (seconds > 0)
    std::printf("  %8.3f  %5.1f", seconds, seconds / ours);
  else
    std::printf("         -      -");
}

void measure(const Case& one) {
  const core::Sample sample = draw(one.n, one.p);
  const core::Features features(sample.x);
  const bool gaussian = one.sigma > 0;
  const core::KernelColumns columns({core::Kernel::Shape::gaussian, gaussian ? one.sigma : 1}, sample.x);
  const core::Gram gram = gaussian ? core::Gram(columns) : core::Gram(features);
  const double begin = bench::cpu_seconds();
  const core::LargeSample large(core::each_once(gram, sample.y));
  Measured fit{0, large.at(0.5, 1).certificate.relative_gap()};
  fit.seconds = bench::cpu_seconds() - begin;
  std::printf("%6ld  %3ld  %-8s  %8.3f  %7.1e", static_cast<long>(one.n), static_cast<long>(one.p),
              gaussian ? "gaussian" : "linear", fit.seconds, fit.gap);
  if (one.grid) {
    const Measured all = grid(gram, sample.y);
    std::printf("  %8.2f  %7.1e", all.seconds, all.gap);
  } else {
    std::printf("         -        -");
  }
  std::printf("  %7.0f", peak_megabytes());
  print_peer(libsvm_seconds(sample, one.sigma), fit.seconds);
  for (const double eps : {0.1, 1e-3}) print_peer(gaussian ? 0 : liblinear_seconds(sample, eps), fit.seconds);
  std::printf("\n");
}

constexpr Case table[] = {{2'000, 2, 0, true},
                          {20'000, 2, 0, true},
                          {20'000, 10, 0, true},
                          {20'000, 2, 1, false},
                          {100'000, 2, 0, false}};

} // namespace

int main(int count, char** arguments) {
  std::vector<Case> cases(std::begin(table), std::end(table));
  if (count > 1)
    cases = {{std::atol(arguments[1]), count > 2 ? std::atol(arguments[2]) : 2,
              count > 3 ? std::atof(arguments[3]) : 0, count <= 4 || std::atoi(arguments[4]) != 0}};
  std::printf(
      "                       cold fit               1140 fits               peak       LIBSVM, one fit");
  std::printf("   LIBLINEAR, .1      LIBLINEAR, 1e-3\n");
  std::printf("     n    p  kernel     seconds      gap   seconds      gap       MB   seconds  ratio");
  std::printf("   seconds  ratio   seconds  ratio\n");
  for (const Case& one : cases) {
    std::fputs(bench::Process([&one] { measure(one); }).output().c_str(), stdout);
    std::fflush(stdout);
  }
}
