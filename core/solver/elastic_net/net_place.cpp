#include "core/solver/elastic_net/net_place.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/loss/margin_losses.hpp"
#include "core/solver/logistic/row_blocks.hpp"
#include "core/solver/loops/product_loops.hpp"
#include "core/solver/loops/vector_loops.hpp"

namespace core {
namespace {

using Eigen::Index;

/// An upper bound of how many additions a number passes through in a sum over n rows by blocks, and some
/// operations on the number itself.
double summing_units(Index n) {
  const Index blocks = n / rows_a_block;
  return static_cast<double>(rows_a_block + blocks + 24);
}

/// The columns with a coefficient.
struct Combination {
  std::vector<const double*> columns, at;
  std::vector<double> coefficients;

  Combination(const Matrix& m, const Vector& b) {
    for (Index j = 0; j < b.size(); ++j)
      if (b(j) != 0) columns.push_back(m.col(j).data()), coefficients.push_back(b(j));
    at.resize(columns.size());
  }

  /// f = a + M b of the rows from `first` on.
  void add_up(Index first, double a, Vector& f) {
    for (std::size_t k = 0; k < columns.size(); ++k) at[k] = columns[k] + first;
    f.setConstant(a);
    loops::add_columns(f.size(), {static_cast<Index>(at.size()), at.data(), coefficients.data()}, f.data());
  }
};

/// A block of observations; room that is used again.
struct RowBlock {
  Labels y;
  Vector f, value, pull;
  SlopesAt<Vector> slopes;
};

/// Enters what a block adds to the sums, its f known.
void take(const NetSample& sample, Index first, RowBlock& block, NetPlace& out) {
  const Vector& weights = sample.labels.weights;
  const Index count = block.f.size();
  const double all = weight_of_all(weights, sample.labels.y.size());
  block.y = sample.labels.y.segment(first, count);
  loss_terms(sample.loss, {block.y, block.f}, block.value, block.slopes);
  auto curvature = out.curvature.segment(first, count);
  block.pull = block.y.array() * block.slopes.slope.array() / -all;
  curvature = block.slopes.curvature / all;
  if (weights.size() > 0) {
    const auto v = weights.segment(first, count).array();
    block.value.array() *= v;
    block.pull.array() *= v;
    curvature.array() *= v;
  }
  out.mean += block.value.sum() / all;
  out.pull += block.pull.sum();
  out.pulls += block.pull.lpNorm<1>();
  out.weight += curvature.sum();
  out.pearson += (block.pull.array() == 0).select(0, block.pull.array().square() / curvature.array()).sum();
  out.furthest = std::max(out.furthest, block.f.lpNorm<Eigen::Infinity>());
  loops::add_two_products(
      {count, sample.columns.cols(), sample.columns.rows(), sample.columns.data() + first},
      {block.pull.data(), curvature.data()}, {out.pulled.data(), out.drawn.data()});
}

/// The dual point of a place: (r_i - turn w_i) share.
struct BalancedPull {
  Vector u;           ///< M' of it [p]
  double turn, share; ///< share 1 where there is a ridge
  double error;       ///< of an entry of u
};

BalancedPull balanced_pull(const NetSample& sample, const NetPlace& at, const NetPenalty& penalty) {
  BalancedPull out;
  out.turn = at.pull / at.weight;
  const double units = summing_units(sample.columns.rows()) * unit_roundoff;
  out.error = units * sample.largest_entry * (2 * at.pulls + 4 * std::abs(out.turn) * at.weight);
  out.u = at.pulled - out.turn * at.drawn;
  const double steepest = out.u.size() > 0 ? out.u.cwiseAbs().maxCoeff() : 0;
  out.share = penalty.ridge > 0 || steepest == 0 ? 1 : std::min(1.0, penalty.one / (steepest + out.error));
  out.u *= out.share;
  return out;
}

/// Sums over the coefficients: of the gap, and of how fast it rises with what an entry of u is off by.
struct GapSums {
  double gap = 0, slope = 0;
};

GapSums gap_sums(const Vector& b, const Vector& u, const NetPenalty& penalty) {
  GapSums out;
  for (Index j = 0; j < b.size(); ++j) {
    const double within = std::max(-penalty.one, std::min(penalty.one, u(j)));
    const double beyond = penalty.ridge > 0 ? u(j) - within : 0;
    out.gap += std::max(0.0, penalty.one * std::abs(b(j)) - b(j) * within);
    out.slope += std::abs(b(j) - (beyond == 0 ? 0 : beyond / penalty.ridge));
    if (penalty.ridge == 0) continue;
    const double off = penalty.ridge * b(j) - beyond;
    out.gap += off * off / (2 * penalty.ridge);
  }
  return out;
}

} // namespace

NetSample::NetSample(const ElasticNetProblem& problem, const Coherence& of_point)
    : columns(problem.columns),
      labels(problem.labels()),
      loss(of_point),
      largest_entry(problem.columns.size() > 0 ? problem.columns.cwiseAbs().maxCoeff() : 0) {}

NetPlace net_place(const NetSample& sample, double a, const Vector& b) {
  const Index n = sample.columns.rows(), p = sample.columns.cols();
  NetPlace out;
  out.a = a;
  out.b = b;
  out.pulled = out.drawn = Vector::Zero(p);
  out.curvature.resize(n);
  Combination combination(sample.columns, b);
  RowBlock block;
  for_row_blocks(n, [&](Index first, Index count) {
    block.f.resize(count);
    combination.add_up(first, a, block.f);
    take(sample, first, block, out);
  });
  return out;
}

Certificate certify_net(const NetSample& sample, const NetPlace& at, const NetPenalty& penalty) {
  const Coherence& loss = sample.loss;
  const Index n = sample.columns.rows(), p = sample.columns.cols();
  const double units = summing_units(n) * unit_roundoff, norm = at.b.lpNorm<1>();
  const BalancedPull dual = balanced_pull(sample, at, penalty);
  const GapSums sums = gap_sums(at.b, dual.u, penalty);
  Certificate out;
  out.primal = at.objective(penalty);
  // At r = 0 the dual value is 0. A turn this small leaves r in the domain of the conjugate.
  const bool inside = std::abs(dual.turn) <= loss.rho / 2;
  const double rest = 1 - dual.share;
  double fenchel = dual.turn * dual.turn * at.weight;
  if (rest > 0) fenchel = 2 * (fenchel + rest * rest * at.pearson);
  const double gap = inside ? sums.gap + fenchel : infinity;
  out.dual = gap < out.primal ? out.primal - gap : 0;
  const double off =
      unit_roundoff * static_cast<double>(p + 3) * (sample.largest_entry * norm + std::abs(at.a)); // of f
  const double of_pulls =
      dual.error * sums.slope +
      (penalty.ridge > 0 ? dual.error * dual.error * static_cast<double>(p) / (2 * penalty.ridge) : 0);
  const double unbalanced = units * at.pulls;
  const double of_sum = 2 * unbalanced * (std::abs(at.pull) + unbalanced) / at.weight;
  const double of_losses = at.pulls * (off + 32 * unit_roundoff * (1 + loss.u + loss.rho + at.furthest)) +
                           2 * loss.most_curvature() * off * off;
  const double of_values = units * (std::abs(out.primal) + 2 * gap) + 8 * unit_roundoff * penalty.one * norm;
  out.rounding = of_pulls + of_sum + of_losses + (out.dual == 0 ? units * std::abs(out.primal) : of_values);
  if (!std::isfinite(out.rounding)) out.rounding = infinity;
  return out;
}

} // namespace core
