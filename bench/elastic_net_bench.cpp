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
//   elastic_net_bench FOLDER      72 x 3571, logit loss, 100 gammas over two decades, for omega .5 and 1:
//                                 writes the sample to FOLDER/sample.csv, and what it took and found to
//                                 FOLDER/ours.csv; bench/glmnet_path.R calls it so
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

void against_glmnet(const std::string& folder) {
  const core::Sample sample = draw(72, 3571, 0.5, 3);
  std::ofstream out(folder + "/sample.csv"), ours(folder + "/ours.csv");
  out.precision(17), ours.precision(17);
  for (Eigen::Index i = 0; i < sample.size(); ++i) {
    out << sample.y(i);
    for (Eigen::Index j = 0; j < sample.x.cols(); ++j) out << ',' << sample.x(i, j);
    out << '\n';
  }
  ours << "omega,gamma,objective,path_milliseconds,gap\n";
  for (const double omega : {0.5, 1.0}) {
    const core::ElasticNetProblem problem{sample.x, sample.y, omega, core::Ridge::plain};
    const Timed path = timed(problem, core::Coherence::logit(), 2, 100);
    for (std::size_t k = 0; k < path.gammas.size(); ++k)
      ours << omega << ',' << path.gammas[k] << ',' << path.objectives[k] << ',' << 1e3 * path.seconds << ','
           << path.gap << '\n';
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
