#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

#include "core/kernel/kernel.hpp"
#include "core/solver/elastic_net/path.hpp"
#include "tests/support/margin_samples.hpp"

// Microseconds of one thread's processor time for elastic nets along a path of gamma, warm from one to the
// next, with the largest certified relative gap of the path.
//
//   elastic_net_bench             warm fits of the shapes of Zhang, Dai & Jordan (2013), Tables 5 and 6, the
//                                 median of 15 paths
//   elastic_net_bench FOLDER      logit loss, 100 gammas, at the four shapes of `shapes` below, for omega .5 and 1: writes
//                                 the samples to FOLDER/sample_K.csv, and what it took and found to FOLDER/ours.csv;
//                                 bench/glmnet_path.R calls it so
namespace {

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

core::Sample draw(Eigen::Index n, Eigen::Index p, double shift, std::uint64_t seed) {
  tests::Dice dice(seed);
  core::Sample sample{core::Matrix(n, p), core::Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    sample.y(i) = i % 2 == 0 ? 1 : -1;
    for (Eigen::Index j = 0; j < p; ++j) sample.x(i, j) = dice.normal() + (j < 10 ? shift * sample.y(i) : 0);
  }
  return sample;
}

struct Timed {
  double seconds = 0, gap = 0;
  int unproven = 0; ///< fits that are not converged
  std::vector<double> gammas, objectives;
};

template <class Loss>
Timed timed(const core::ElasticNetProblem& problem, const Loss& loss, double decades, int count) {
  Timed out;
  const double begin = cpu_seconds();
  core::ElasticNetPath<Loss> path(problem, loss);
  for (int k = 0; k < count; ++k) {
    const double gamma = path.largest_gamma() * std::pow(10, -decades * k / (count - 1));
    const core::ElasticNetFit fit = path.at(gamma);
    out.gap = std::max(out.gap, fit.certificate.relative_gap());
    out.unproven += fit.certificate.status != core::Status::ok;
    out.gammas.push_back(gamma);
    out.objectives.push_back(fit.certificate.primal);
  }
  out.seconds = cpu_seconds() - begin;
  return out;
}

/// The path whose time is the median of some.
template <class Loss>
Timed typical(const core::ElasticNetProblem& problem, const Loss& loss, double decades, int count) {
  std::vector<Timed> paths;
  for (int k = 0; k < 15; ++k) paths.push_back(timed(problem, loss, decades, count));
  const auto middle = paths.begin() + 7;
  std::nth_element(paths.begin(), middle, paths.end(),
                   [](const Timed& a, const Timed& b) { return a.seconds < b.seconds; });
  return *middle;
}

void shape(const char* name, const core::Matrix& columns, const core::Labels& y, core::Ridge ridge) {
  for (const double omega : {0.01, 0.25}) {
    const core::ElasticNetProblem problem{columns, y, omega, ridge};
    const int count = 25;
    const Timed c = typical(problem, core::Coherence::c(1, 1), 4, count);
    const Timed l = typical(problem, core::Coherence::logit(), 4, count);
    const Timed h = typical(problem, core::HuberisedHinge{2}, 4, count);
    std::printf("%-14s %5.2f  %9.1f  %9.1f  %9.1f   %8.1e\n", name, omega, 1e6 * c.seconds / count,
                1e6 * l.seconds / count, 1e6 * h.seconds / count, std::max({c.gap, l.gap, h.gap}));
  }
}

/// Columns that share this part of their variance; the classes by a logistic model of the first eight.
core::Sample correlated(Eigen::Index n, Eigen::Index p, double share, std::uint64_t seed) {
  tests::Dice dice(seed);
  core::Sample sample{core::Matrix(n, p), core::Labels(n), {}};
  for (Eigen::Index i = 0; i < n; ++i) {
    const double common = dice.normal();
    double log_odds = 0;
    for (Eigen::Index j = 0; j < p; ++j) {
      sample.x(i, j) = std::sqrt(share) * common + std::sqrt(1 - share) * dice.normal();
      if (j < 8) log_odds += (j % 2 == 0 ? 1.0 : -0.7) * sample.x(i, j);
    }
    sample.y(i) = dice.uniform() < 1 / (1 + std::exp(-log_odds)) ? 1 : -1;
  }
  return sample;
}

struct Shape {
  const char* name;
  core::Sample sample;
  double decades; // those of glmnet's own grid where there are more rows than columns
};

void write(const std::string& path, const core::Sample& sample) {
  std::ofstream out(path);
  out.precision(17);
  for (Eigen::Index i = 0; i < sample.size(); ++i) {
    out << sample.y(i);
    for (Eigen::Index j = 0; j < sample.x.cols(); ++j) out << ',' << sample.x(i, j);
    out << '\n';
  }
}

/// Half a second of paths or five of them, whichever is more; the median.
Timed repeated(const core::ElasticNetProblem& problem, double decades) {
  std::vector<Timed> paths;
  double spent = 0;
  while (paths.size() < 5 || (spent < 0.5 && paths.size() < 25)) {
    paths.push_back(timed(problem, core::Coherence::logit(), decades, 100));
    spent += paths.back().seconds;
  }
  const auto middle = paths.begin() + static_cast<std::ptrdiff_t>(paths.size() / 2);
  std::nth_element(paths.begin(), middle, paths.end(),
                   [](const Timed& a, const Timed& b) { return a.seconds < b.seconds; });
  return *middle;
}

void against_glmnet(const std::string& folder) {
  const Shape shapes[] = {{"72 x 3571", draw(72, 3571, 0.5, 3), 2},
                          {"200 x 2000", correlated(200, 2000, 0.5, 5), 2},
                          {"5000 x 20", correlated(5000, 20, 0.8, 6), 4},
                          {"20000 x 20", correlated(20000, 20, 0.5, 7), 4}};
  std::ofstream ours(folder + "/ours.csv");
  ours.precision(17);
  ours << "file,shape,omega,gamma,objective,path_milliseconds,gap,unproven\n";
  int number = 0;
  for (const auto& [name, sample, decades] : shapes) {
    const std::string file = "sample_" + std::to_string(++number) + ".csv";
    write(folder + "/" + file, sample);
    for (const double omega : {0.5, 1.0}) {
      const Timed path = repeated({sample.x, sample.y, omega, core::Ridge::plain}, decades);
      for (std::size_t k = 0; k < path.gammas.size(); ++k)
        ours << file << ',' << name << ',' << omega << ',' << path.gammas[k] << ',' << path.objectives[k]
             << ',' << 1e3 * path.seconds << ',' << path.gap << ',' << path.unproven << '\n';
    }
  }
}

} // namespace

int main(int count, char** arguments) {
  if (count > 1) {
    against_glmnet(arguments[1]);
    return 0;
  }
  std::printf("shape          omega   C-loss us   logit us   HHSVM us  worst gap\n");
  const core::Sample few = draw(12, 256, 0.5, 1), genes = draw(19, 3571, 0.5, 2),
                     many = draw(150, 241, 0.25, 4);
  shape("12 x 256", few.x, few.y, core::Ridge::plain);
  shape("19 x 3571", genes.x, genes.y, core::Ridge::plain);
  shape("150 x 241", many.x, many.y, core::Ridge::plain);
  const core::Matrix gram =
      core::Kernel{core::Kernel::Shape::gaussian, core::mean_distance(many.x)}.gram(many.x);
  shape("kernel n = 150", gram, many.y, core::Ridge::kernel);
}
