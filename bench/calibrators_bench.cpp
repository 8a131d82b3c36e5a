#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "core/loss/logistic.hpp"
#include "core/probability/scaling/isotonic.hpp"
#include "core/probability/scaling/venn_abers.hpp"
#include "core/random/stream.hpp"

// Seconds of one thread's CPU for isotonic regression, centred isotonic regression and Venn-Abers, inductive
// and cross of five folds: fitted to N given scores, a million where nothing is said, and asked at N others.
//
//   calibrators_bench [N]
namespace {

struct Given {
  core::Matrix score;
  core::Labels y;
};

/// Scores of two classes that overlap.
Given drawn(Eigen::Index n, const char* name) {
  core::Stream stream = core::StreamAxes{1, "bench", 0}.stream(name);
  Given out{core::Matrix(n, 1), core::Labels(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    out.score(i, 0) = stream.normal();
    out.y(i) = stream.uniform() < core::sigmoid(2 * out.score(i, 0) - 1) ? 1 : -1;
  }
  return out;
}

/// The scores of five folds in a column each.
core::Matrix apart(const core::Matrix& score) {
  constexpr Eigen::Index folds = 5;
  core::Matrix out = core::Matrix::Constant(score.rows(), folds, std::nan(""));
  for (Eigen::Index i = 0; i < score.rows(); ++i) out(i, i % folds) = score(i, 0);
  return out;
}

void time(const char* name, const core::Scaling& scaling, const Given& sample, const core::Matrix& at) {
  const std::clock_t start = std::clock();
  const core::Estimate estimate = scaling.probability(at, sample.score, sample.y);
  const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%-20s %6.3f s   mean probability %.6f\n", name, took, estimate.probability.positive().mean());
}

} // namespace

int main(int count, char** words) {
  const Eigen::Index n = count > 1 ? std::atol(words[1]) : 1'000'000;
  const Given sample = drawn(n, "sample"), points = drawn(n, "points");
  core::IsotonicScaling pooled, centred;
  centred.variant = core::IsotonicScaling::Variant::centred;
  time("isotonic", pooled, sample, points.score);
  time("isotonic, centred", centred, sample, points.score);
  core::VennAbersScaling inductive, cross;
  cross.variant = core::VennAbersScaling::Variant::cross;
  time("Venn-Abers", inductive, sample, points.score);
  time("Venn-Abers, cross", cross, {apart(sample.score), sample.y}, points.score.replicate(1, 5));
}
