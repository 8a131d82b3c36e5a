#include "core/probability/weighted_fits.hpp"

#include <algorithm>
#include <numeric>

#include "core/solver/chunking.hpp"
#include "core/solver/columns.hpp"
#include "core/solver/psi_descent.hpp"

namespace core {
namespace {

using Eigen::Index;

/// The positions of lambdas from the largest down: the order in which a path is followed.
std::vector<std::size_t> falling(const std::vector<double>& lambdas) {
  std::vector<std::size_t> order(lambdas.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t s, std::size_t t) { return lambdas[s] > lambdas[t]; });
  return order;
}

void see(const PsiSolution& fit, Audit& audit) {
  audit.see(fit.certificate);
  audit.dc_steps += fit.dc_steps();
}

} // namespace

Matrix DecisionGrid::at(std::size_t lambda) const {
  const auto weights = static_cast<Index>(by_weight.size());
  Matrix out(by_weight.empty() ? 0 : by_weight.front().rows(), weights);
  for (Index j = 0; j < weights; ++j)
    out.col(j) = by_weight[static_cast<std::size_t>(j)].col(static_cast<Index>(lambda));
  return out;
}

DecisionGrid DecisionGrid::rows(const std::vector<Index>& points) const {
  DecisionGrid out{{}, audits};
  for (const Matrix& values : by_weight) out.by_weight.emplace_back(values(points, Eigen::all));
  return out;
}

WeightedFits::WeightedFits(const Matrix& gram, const Resample& resample, Classifier::Loss loss)
    : n_(gram.rows()),
      loss_(loss),
      merged_(merged(resample, n_)),
      whole_(merged_.is_whole()),
      own_gram_(whole_ ? Matrix() : Matrix(gram(merged_.rows, merged_.rows))),
      sample_{whole_ ? gram : own_gram_, merged_.y, merged_.count} {}

std::vector<ExactLambdaPath> WeightedFits::paths(const std::vector<double>& weights) const {
  return exact_lambda_paths(sample_, weights);
}

bool WeightedFits::in_chunks() const {
  return loss_ == Classifier::Loss::hinge && sample_.size() >= large_sample;
}

void WeightedFits::solve_each(double weight, const std::vector<double>& lambdas, const Visit& visit) const {
  for (std::size_t k = 0; k < lambdas.size(); ++k)
    visit(k, solve_in_chunks(weighted_dual(sample_, weight, lambdas[k])));
}

DecisionGrid WeightedFits::on_train(const FitGrid& grid) const {
  DecisionGrid out{{}, std::vector<Audit>(grid.lambdas.size())};
  if (in_chunks()) {
    for (const double weight : grid.weights) {
      Matrix& decision = out.by_weight.emplace_back(sample_.size(), static_cast<Index>(grid.lambdas.size()));
      solve_each(weight, grid.lambdas, [&](std::size_t k, const DualSolution& fit) {
        decision.col(static_cast<Index>(k)) = fit.decision(sample_.gram);
        out.audits[k].see(fit.certificate);
      });
    }
    return whole_ ? out : out.rows(merged_.place);
  }
  for (ExactLambdaPath& path : paths(grid.weights)) {
    if (loss_ == Classifier::Loss::hinge)
      read(path, grid.lambdas, out);
    else
      read_psi(path, grid.lambdas, out);
  }
  return whole_ ? out : out.rows(merged_.place);
}

void WeightedFits::read(ExactLambdaPath& path, const std::vector<double>& lambdas, DecisionGrid& out) const {
  const std::vector<std::size_t> order = falling(lambdas);
  Vector along(static_cast<Index>(order.size()));
  for (std::size_t k = 0; k < order.size(); ++k) along(static_cast<Index>(k)) = lambdas[order[k]];
  LambdaNodes nodes = path.nodes(along);
  Matrix& decision = out.by_weight.emplace_back(std::move(nodes.decision));
  if (!std::is_sorted(order.begin(), order.end())) {
    const Matrix read_off = decision;
    for (std::size_t k = 0; k < order.size(); ++k)
      decision.col(static_cast<Index>(order[k])) = read_off.col(static_cast<Index>(k));
  }
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double gap = nodes.relative_gap(static_cast<Index>(k));
    out.audits[order[k]].see(gap, gap <= grid_gap ? Status::ok : Status::not_converged);
  }
}

void WeightedFits::read_psi(ExactLambdaPath& path, const std::vector<double>& lambdas,
                            DecisionGrid& out) const {
  Matrix& decision = out.by_weight.emplace_back(sample_.size(), static_cast<Index>(lambdas.size()));
  for (const std::size_t k : falling(lambdas)) {
    const PsiFit fit = psi_descent(path, lambdas[k]);
    decision.col(static_cast<Index>(k)) = fit.decision;
    see(fit, out.audits[k]);
  }
}

/// Sums `a` [d] over the observations of each row: [n].
Vector WeightedFits::over_rows(const Vector& a) const {
  Vector out = Vector::Zero(n_);
  for (Index i = 0; i < a.size(); ++i) out(merged_.rows[static_cast<std::size_t>(i)]) += a(i);
  return out;
}

DecisionGrid WeightedFits::at(const FitGrid& grid, const Matrix& cross_gram) const {
  DecisionGrid out{{}, std::vector<Audit>(grid.lambdas.size())};
  const auto enter = [&](std::size_t k, const DualSolution& fit) {
    out.by_weight.back().col(static_cast<Index>(k)) =
        (gram_times(cross_gram, over_rows(fit.a)) / fit.lambda).array() + fit.beta_0;
  };
  const auto next_weight = [&] {
    out.by_weight.emplace_back(cross_gram.rows(), static_cast<Index>(grid.lambdas.size()));
  };
  if (in_chunks()) {
    for (const double weight : grid.weights) {
      next_weight();
      solve_each(weight, grid.lambdas, [&](std::size_t k, const DualSolution& fit) {
        out.audits[k].see(fit.certificate);
        enter(k, fit);
      });
    }
    return out;
  }
  for (ExactLambdaPath& path : paths(grid.weights)) {
    next_weight();
    for (const std::size_t k : falling(grid.lambdas)) {
      if (loss_ == Classifier::Loss::hinge) {
        const DualSolution fit = path.at(grid.lambdas[k]);
        out.audits[k].see(fit.certificate);
        enter(k, fit);
      } else {
        const PsiSolution fit = psi_descent(path, grid.lambdas[k]);
        see(fit, out.audits[k]);
        enter(k, fit);
      }
    }
  }
  return out;
}

} // namespace core
