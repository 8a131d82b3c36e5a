#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/support/liblinear_rows.hpp"
#include "bench/support/weighted_grid.hpp"
#include "core/random/stream.hpp"
#include "core/solver/interior/sparse_logistic_fit.hpp"
#include "datasets/catalog.hpp"
#include "datasets/encoding/standardise.hpp"

// Milliseconds of one thread's CPU for one sparse logistic regression on a sample of the size of Herault &
// Grandvalet (2007), 23,235 x 54, at each of their intervals, certified to a relative gap of 1e-8, and beside
// it LIBLINEAR's L2-regularised logistic regression (-s 0) at its own tolerance. LIBLINEAR penalises the
// intercept: the times are compared, not the answers. Without the data set a sample of its layout is drawn.
//
//   sparse_logistic_bench [LAMBDA...]
namespace {

constexpr Eigen::Index rows = 23235;
constexpr double half_widths[] = {0, 3.279, 2.233, 1.188, 0.662, 0.138}; // 0: the whole interval

/// 10 numbers, one of 4 and one of 40 indicators, of which some never occur; one positive in eleven.
core::Sample drawn() {
  core::Stream stream = core::StreamAxes{1, "bench", 0}.stream("sample");
  core::Sample out{core::Matrix::Zero(rows, 54), core::Labels(rows)};
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index k = 0; k < 10; ++k) out.x(i, k) = stream.normal();
    const double u = stream.uniform();
    out.x(i, 10 + static_cast<Eigen::Index>(4 * u * u)) = 1;
    const double v = stream.uniform();
    out.x(i, 14 + static_cast<Eigen::Index>(31 * v * v * v)) = 1;
    const double f = 2 * out.x(i, 0) - out.x(i, 1) + 2 * out.x(i, 11) + out.x(i, 20) - 4.2;
    out.y(i) = stream.uniform() < core::sigmoid(f) ? 1 : -1;
  }
  return out;
}

core::Sample forest() {
  core::Parameters parameters;
  const auto& row = datasets::find("covtype_sample");
  parameters = core::with_defaults(parameters, row.entry.parameters);
  parameters.set("positive", std::string("7"));
  parameters.set("negative", std::string("1"));
  parameters.set("n_train", std::int64_t{rows});
  parameters.set("sampling", std::string("stratified"));
  return row.build(parameters)->draw({1, "bench", 0}).train;
}

struct Fitted {
  double milliseconds = 0;
  core::SparseLogisticFit fit;
};

Fitted fitted(const core::Sample& sample, double half_width, double lambda) {
  const double centre = core::FaithfulInterval::logit((sample.y.array() > 0).cast<double>().mean());
  core::FaithfulInterval interval;
  if (half_width > 0) interval = {core::sigmoid(centre - half_width), core::sigmoid(centre + half_width)};
  const double begin = bench::cpu_seconds();
  Fitted out;
  out.fit = core::SparseLogisticSample(sample.x, sample.y).at(interval, lambda);
  out.milliseconds = 1e3 * (bench::cpu_seconds() - begin);
  return out;
}

/// One lambda at every interval, and the worst of the certificates.
void measure(const core::Sample& sample, double lambda, double theirs) {
  std::printf("%6g  %9.1f", lambda, theirs);
  double gap = 0;
  int unproven = 0;
  for (const double half_width : half_widths) {
    const Fitted one = fitted(sample, half_width, lambda);
    std::printf("  %11.1f", one.milliseconds);
    gap = std::max(gap, one.fit.certificate.relative_gap());
    unproven += one.fit.certificate.status != core::Status::ok;
  }
  std::printf("  %9.1e  %8d\n", gap, unproven);
}

void print_heading(const core::Sample& sample) {
  const double centre = core::FaithfulInterval::logit((sample.y.array() > 0).cast<double>().mean());
  std::printf("lambda  LIBLINEAR    0 - 100 %%  ");
  for (const double half_width : half_widths)
    if (half_width > 0)
      std::printf("  %4.1f - %4.1f", 100 * core::sigmoid(centre - half_width),
                  100 * core::sigmoid(centre + half_width));
  std::printf("  worst gap  unproven\n");
}

} // namespace

int main(int count, char** arguments) {
  core::Sample sample;
  try {
    sample = forest();
  } catch (const std::exception& error) {
    std::printf("%s; a drawn sample instead\n", error.what());
    sample = drawn();
    sample.x = datasets::encoding::standardisation_of(sample.x).applied_to(sample.x);
  }
  std::vector<double> lambdas;
  for (int k = 1; k < count; ++k) lambdas.push_back(std::atof(arguments[k]));
  if (lambdas.empty()) lambdas = {1, 100};
  const bench::LiblinearRows theirs(sample);
  print_heading(sample);
  for (const double lambda : lambdas) measure(sample, lambda, 1e3 * theirs.seconds(L2R_LR, 1 / lambda, 0.01));
}
