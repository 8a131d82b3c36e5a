#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "bench/support/drawn_data.hpp"
#include "bench/support/processes.hpp"
#include "bench/support/weighted_grid.hpp"
#include "core/probability/kernel_logistic.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/probability/scaling/counts.hpp"
#include "core/tuning/prior_step.hpp"

// What the prior step of Rueping (2004) takes on the data sets of a study: five folds of 2,000 rows, linear
// kernels and Gaussian ones of five bandwidths. Seconds of one thread's CPU, and of the longest chain of
// pieces that wait for one another, which is what is left however many threads take part. Kernel logistic
// regression and the support vector machine are measured side by side, in two processes.
//
//   prior_step_bench configs/ruping2004/means.yaml [file for the pieces [DATA...]]
//
// A line of that file is one bandwidth: data set, kernel, method, its seconds outside its folds, those of
// each fold (bench/useful_threads.py reads it).
namespace {

/// A bandwidth: its seconds, and those of its folds among them.
struct Piece {
  double seconds = 0;
  std::vector<double> folds;

  double sum() const {
    double all = 0;
    for (const double fold : folds) all += fold;
    return all;
  }
  /// With its folds all at once.
  double chain() const {
    return seconds - sum() + (folds.empty() ? 0 : *std::max_element(folds.begin(), folds.end()));
  }
};

/// Kernel logistic regression goes on to a smaller lambda where the kernel is Gaussian.
core::PriorStep step(bool logistic) {
  core::PriorStep out;
  for (int k = 1; k >= (logistic ? -4 : -3); --k) out.validation.lambdas.push_back(std::pow(10, k));
  for (int k = 3; k >= -2; --k) out.linear_lambdas.push_back(std::pow(10, k));
  out.validation.folds = 5;
  out.validation.assignment = core::FoldAssignment::stratified;
  out.validation.of = core::CrossValidation::Of::error;
  out.validation.ties = core::CrossValidation::Ties::smaller_lambda;
  for (int k = 0; k < 5; ++k) out.sigmas.push_back(std::pow(10, 0.5 * k));
  out.sample_size = 2000;
  return out;
}

std::vector<Piece> pieces_of(const core::Learner& learner, bool logistic, core::DrawCache& cache) {
  std::vector<Piece> bandwidths;
  bool within = false;
  core::PriorStep prior = step(logistic);
  prior.each = [&](std::size_t count, const std::function<void(std::size_t)>& work) {
    const bool is_outer = !std::exchange(within, true);
    for (std::size_t i = 0; i < count; ++i) {
      if (is_outer) bandwidths.emplace_back();
      const double begin = bench::cpu_seconds();
      work(i);
      const double seconds = bench::cpu_seconds() - begin;
      if (is_outer)
        bandwidths.back().seconds = seconds;
      else
        bandwidths.back().folds.push_back(seconds);
    }
    if (is_outer) within = false;
  };
  prior.choose(learner, cache);
  return bandwidths;
}

void measure(const std::string& data, const std::string& config, bool logistic) {
  using Kernel = core::Kernel::Shape;
  for (const Kernel shape : {Kernel::linear, Kernel::gaussian}) {
    const core::KernelChoice kernel{shape, core::KernelChoice::SigmaUnit::absolute, 10};
    core::DrawCache cache(bench::first_draw(config, data), {2004, data, 0});
    const core::KernelLogistic regression(kernel);
    const core::MarginLearner machine({core::Hinge{}, kernel}, std::make_shared<core::ClippedScaling>());
    const core::Learner& learner =
        logistic ? static_cast<const core::Learner&>(regression) : static_cast<const core::Learner&>(machine);
    for (const Piece& piece : pieces_of(learner, logistic, cache)) {
      std::printf("%s %s %s %.4f", data.c_str(), shape == Kernel::linear ? "linear" : "rbf",
                  logistic ? "klr" : "svm", piece.seconds - piece.sum());
      for (const double fold : piece.folds) std::printf(" %.4f", fold);
      std::printf("\n");
    }
  }
}

/// Seconds and chain of all bandwidths of a data set and kernel, out of the lines of one method.
struct Whole {
  double seconds = 0, chain = 0;
};

Whole whole(const std::string& lines, const std::string& data, const std::string& kernel) {
  Whole out;
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string of, with, method;
    Piece piece;
    words >> of >> with >> method >> piece.seconds;
    if (of != data || with != kernel) continue;
    for (double fold = 0; words >> fold;) piece.folds.push_back(fold);
    piece.seconds += piece.sum();
    out.seconds += piece.seconds;
    out.chain = std::max(out.chain, piece.chain());
  }
  return out;
}

} // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::printf("prior_step_bench CONFIG [FILE [DATA...]]\n");
    return 2;
  }
  const std::string config = arguments[1];
  std::vector<std::string> names(arguments + std::min(count, 3), arguments + count);
  if (names.empty()) names = bench::data_names(config);
  const auto all = [&](bool logistic) {
    return [&, logistic] {
      for (const std::string& name : names) measure(name, config, logistic);
    };
  };
  bench::Process regression(all(true)), machine(all(false));
  const std::string lines[] = {regression.output(), machine.output()};
  if (count > 2) {
    const std::filesystem::path file = arguments[2];
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << lines[0] << lines[1];
  }
  std::printf("                     kernel logistic regression         support vector machine\n");
  std::printf("data        kernel   seconds    chain   ratio       seconds    chain   ratio\n");
  for (const std::string& name : names) {
    for (const char* kernel : {"linear", "rbf"}) {
      std::printf("%-10s  %-6s", name.c_str(), kernel);
      for (const std::string& of : lines) {
        const Whole taken = whole(of, name, kernel);
        std::printf("  %8.2f  %7.2f  %6.1f    ", taken.seconds, taken.chain, taken.seconds / taken.chain);
      }
      std::printf("\n");
    }
  }
}
