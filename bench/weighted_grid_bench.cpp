#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "bench/support/libsvm_rows.hpp"
#include "bench/support/path_tally.hpp"

// Microseconds of one thread's CPU per weighted fit of the 60 x 19 grid, beside LIBSVM's in the same run.
//
// Ours: exact_lambda_paths and the nodes of every path, which are decision values at the training points with
// a bound of the relative duality gap; the Gram matrix is given. The samples of a row are solved one after
// the other, five times, as a study solves a hundred: its caches and predictors hold the solver and not its
// peer. LIBSVM, on the same samples after that: svm_train on the precomputed Gram matrix at its default
// tolerance 1e-3, without decision values and without laying out its rows. Up to n = 200 it fits every node
// of the grid, beyond every 37th, and its median stands for all: a mean would be that of the few fits that run
// into its limit of 10^7 iterations. Then both at weight 1/2 and seven lambda, and at one, which are no grid.
//
//   weighted_grid_bench [replications = 20] [n = 100] [folder for samples.csv and ours.csv]
namespace {

constexpr int passes = 5;

/// Median seconds of a sample's fits at so many lambda, by us and by LIBSVM.
struct Few {
  int lambdas;
  std::vector<double> ours{}, libsvm{};

  void run(const bench::Problem& problem, bench::LibsvmRows& rows) {
    const bench::Vector at = bench::few_lambdas(lambdas);
    ours.push_back(bench::seconds_of_path(problem, at));
    libsvm.push_back(0);
    for (const double lambda : at) libsvm.back() += rows.seconds(lambda, 0.5);
  }

  double ratio() const { return bench::median(libsvm) / bench::median(ours); }
};

struct Tally : bench::PathTally {
  std::vector<double> libsvm; ///< seconds of each of LIBSVM's fits
  Few seven{7}, one{1};
};

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

void run_libsvm(const bench::Problem& problem, int stride, Tally& tally) {
  bench::LibsvmRows rows(problem);
  append(tally.libsvm, rows.seconds_at(stride));
  tally.seven.run(problem, rows);
  tally.one.run(problem, rows);
}

/// For programs that read the same samples (bench/e1071_grid.R): points drawn twice stand there twice.
class SharedSamples {
 public:
  explicit SharedSamples(const std::string& folder)
      : samples_(folder + "/samples.csv"), ours_(folder + "/ours.csv") {
    samples_.precision(17);
    samples_ << "example,gaussian,perturbed,replication,sigma,x1,x2,y\n";
    ours_ << "example,gaussian,perturbed,microseconds\n";
  }

  void write(const bench::Row& row, int replication, const bench::Problem& problem) {
    const double sigma = core::median_distance_between_classes(problem.sample);
    for (Eigen::Index i = 0; i < problem.y.size(); ++i)
      for (int times = 0; times < problem.count[i]; ++times) {
        const auto x = problem.sample.x.row(problem.point[static_cast<std::size_t>(i)]);
        samples_ << row.example << ',' << row.gaussian << ',' << row.perturbed << ',' << replication << ','
                 << sigma << ',' << x[0] << ',' << x[1] << ',' << problem.y[i] << '\n';
      }
  }

  void write(const bench::Row& row, const Tally& tally) {
    ours_ << row.example << ',' << row.gaussian << ',' << row.perturbed << ','
          << 1e6 * tally.seconds / static_cast<double>(tally.fits) << '\n';
  }

 private:
  std::ofstream samples_, ours_;
};

void print(const bench::Row& row, const Tally& tally) {
  const auto fits = static_cast<double>(tally.fits), paths = static_cast<double>(tally.paths);
  const double ours = 1e6 * tally.seconds / fits, median = 1e6 * bench::median(tally.libsvm);
  std::printf("%s  %8.3f  %7.3f  %7.1f  %9.1e  %9.5f  %9.1f  %6.0f  %6.1f  %6.1f\n", row.name().c_str(), ours,
              1e6 * tally.starts / fits, static_cast<double>(tally.events) / paths, tally.gap,
              static_cast<double>(tally.fallbacks) / fits, median, median / ours, tally.seven.ratio(),
              tally.one.ratio());
  std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments) {
  const int replications = count > 1 ? std::atoi(arguments[1]) : 20;
  const Eigen::Index n = count > 2 ? std::atol(arguments[2]) : 100;
  std::optional<SharedSamples> shared;
  if (count > 3) shared.emplace(arguments[3]);
  const int stride = n <= 200 ? 1 : 37;
  std::printf("n = %ld, %d replications, LIBSVM at 1 in %d nodes\n", static_cast<long>(n), replications,
              stride);
  std::printf(
      "ex kernel    sample      us/fit   starts   events  worst gap  fall-back     LIBSVM   ratio   seven    "
      " "
      "one\n");
  for (const bench::Row& row : bench::rows()) {
    Tally tally;
    std::vector<bench::Problem> problems;
    for (int r = 1; r <= replications; ++r)
      problems.push_back(bench::draw(row, n, static_cast<std::uint64_t>(r)));
    for (int pass = 0; pass < passes; ++pass)
      for (const bench::Problem& problem : problems) tally.run(problem);
    for (int r = 1; r <= replications; ++r) {
      const bench::Problem& problem = problems[static_cast<std::size_t>(r) - 1];
      run_libsvm(problem, stride, tally);
      if (shared) shared->write(row, r, problem);
    }
    print(row, tally);
    if (shared) shared->write(row, tally);
  }
}
