#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/support/weighted_grid.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/margin/certify.hpp"
#include "core/solver/margin/intercept.hpp"
#include "core/solver/path/exact_lambda_path.hpp"
#include "tests/support/libsvm_oracle.hpp"

// Do the nodes of the exact paths have the signs of LIBSVM at tolerance 1e-8? Nodes are drawn at random from
// the 60 x 19 grid, each with a sample of its own, and compared at every distinct point of the sample.
//
// Set aside and counted: ties, nodes at which the intercept is not unique (core/solver/margin/intercept.hpp), where
// each program has its own rule; and nodes at which LIBSVM's answer has a relative duality gap above 1e-6, as
// measured by core/solver/margin/certify.hpp, because it has met its limit of 10^7 iterations. Ends with 1 where a
// sign differs elsewhere or one of our nodes has a gap above 1e-6.
//
//   sign_agreement [nodes a row = 160] [n = 100] [linear or gaussian: these rows only]
namespace {

constexpr double most_gap = 1e-6;
constexpr double tie_above = 1e-6;

struct Tally {
  long points = 0, differ = 0, ties = 0, differ_at_ties = 0, unproven = 0, differ_at_unproven = 0;
  double gap = 0;
};

/// LIBSVM's answer with each repeated point in a row of its own.
tests::LibsvmFit fit(const bench::Problem& problem, double pi, double lambda, core::Vector& a) {
  std::vector<Eigen::Index> drawn;
  for (Eigen::Index i = 0; i < problem.y.size(); ++i)
    for (int times = 0; times < problem.count[i]; ++times) drawn.push_back(i);
  const core::Matrix gram = problem.gram(drawn, drawn);
  const core::Labels y = problem.y(drawn);
  tests::LibsvmFit theirs = tests::fit_libsvm({gram, y, pi, lambda});
  a = core::Vector::Zero(problem.y.size());
  for (std::size_t k = 0; k < drawn.size(); ++k) a[drawn[k]] += theirs.a[static_cast<Eigen::Index>(k)];
  return theirs;
}

void compare(const bench::Problem& problem, double pi, double lambda, Tally& tally) {
  core::ExactLambdaPath path(problem.counted(), pi);
  const core::LambdaNodes node = path.nodes(core::Vector::Constant(1, lambda));
  tally.gap = std::max(tally.gap, node.relative_gap[0]);
  core::Vector a;
  const double beta_0 = fit(problem, pi, lambda, a).beta_0;
  const core::WeightedDual dual = core::weighted_dual(problem.counted(), pi, lambda);
  const core::Vector field = core::gram_times(problem.gram, a), f = field.array() / lambda + beta_0;
  long differ = 0;
  for (Eigen::Index i = 0; i < f.size(); ++i)
    if ((f[i] > 0) != (node.decision(i, 0) > 0)) ++differ;
  const core::InterceptInterval interval =
      core::intercept_interval(dual, core::gram_times(problem.gram, path.at(lambda).a));
  if (interval.upper - interval.lower > tie_above) {
    ++tally.ties;
    tally.differ_at_ties += differ;
  } else if (core::certify(dual, a, field, beta_0).relative_gap() > most_gap) {
    ++tally.unproven;
    tally.differ_at_unproven += differ;
  } else {
    tally.points += f.size();
    tally.differ += differ;
  }
}

} // namespace

int main(int count, char** arguments) {
  const int nodes = count > 1 ? std::atoi(arguments[1]) : 160;
  const Eigen::Index n = count > 2 ? std::atol(arguments[2]) : 100;
  const core::Vector lambdas = bench::lambda_grid();
  const std::vector<double> pis = bench::pi_grid();
  std::printf("%d nodes a row, n = %ld\n", nodes, static_cast<long>(n));
  std::printf("ex kernel    sample     points  differ  worst gap   ties  differ  LIBSVM unproven  differ\n");
  Tally all;
  const std::string kernel = count > 3 ? arguments[3] : "";
  for (const bench::Row& row : bench::rows()) {
    if (row.name().find(kernel) == std::string::npos) continue;
    Tally tally;
    tests::Dice dice(7);
    for (int k = 1; k <= nodes; ++k) {
      const double lambda = lambdas[dice.below(60)], pi = pis[static_cast<std::size_t>(dice.below(19))];
      compare(bench::draw(row, n, static_cast<std::uint64_t>(k)), pi, lambda, tally);
    }
    std::printf("%s  %6ld  %6ld  %9.1e  %5ld  %6ld  %15ld  %6ld\n", row.name().c_str(), tally.points,
                tally.differ, tally.gap, tally.ties, tally.differ_at_ties, tally.unproven,
                tally.differ_at_unproven);
    std::fflush(stdout);
    all.points += tally.points;
    all.differ += tally.differ;
    all.gap = std::max(all.gap, tally.gap);
  }
  std::printf("in all %ld points, %ld signs differ, worst gap %.1e\n", all.points, all.differ, all.gap);
  return all.differ == 0 && all.gap <= most_gap ? 0 : 1;
}
