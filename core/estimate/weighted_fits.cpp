#include "core/estimate/weighted_fits.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/path/lambda_path.hpp"
#include "core/solver/psi/psi_descent.hpp"

namespace core {
namespace {

using Eigen::Index;

Vector along(const std::vector<double>& lambdas, const std::vector<std::size_t>& order) {
  Vector out(static_cast<Index>(order.size()));
  for (std::size_t k = 0; k < order.size(); ++k) out(static_cast<Index>(k)) = lambdas[order[k]];
  return out;
}

/// Row i is row rows[i] of what was read off a path, column order[k] its column k.
Matrix in_place(const Matrix& read_off, const std::vector<Index>& rows,
                const std::vector<std::size_t>& order) {
  Matrix out(static_cast<Index>(rows.size()), read_off.cols());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double* from = read_off.col(static_cast<Index>(k)).data();
    double* to = out.col(static_cast<Index>(order[k])).data();
    for (const Index row : rows) *to++ = from[row];
  }
  return out;
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
  DecisionGrid out{{}, summaries};
  for (const Matrix& values : by_weight) out.by_weight.emplace_back(values(points, Eigen::all));
  return out;
}

WeightedFits::WeightedFits(const Gram& gram, const Resample& resample)
    : n_(gram.rows()),
      merged_(merged(resample, n_)),
      whole_(merged_.is_whole()),
      own_gram_(whole_ ? std::nullopt : std::optional(sub_gram(gram, merged_.rows))),
      sample_{whole_ ? gram : own_gram_->view(), merged_.y, merged_.count} {}

const LargeSample& WeightedFits::large() const {
  if (!large_) large_.emplace(sample_);
  return *large_;
}

LargeFit WeightedFits::large(double weight, const FitGrid& grid, std::size_t lambda,
                             const LargeFit* last) const {
  if (grid.lambdas.size() > 1) return large().at(weight, grid.lambdas[lambda], last);
  const auto found = solved_.find({weight, grid.lambdas[lambda]});
  if (found != solved_.end()) return found->second;
  return solved_.emplace(std::pair(weight, grid.lambdas[lambda]), large().at(weight, grid.lambdas[lambda]))
      .first->second;
}

/// The sample with its whole matrix in the place of columns that are computed when they are asked for: a path
/// asks for most of them, and often.
CountedSample WeightedFits::along_a_path() const {
  if (!sample_.gram.computed()) return sample_;
  if (!matrix_) {
    std::vector<Index> all(static_cast<std::size_t>(sample_.size()));
    std::iota(all.begin(), all.end(), Index{0});
    matrix_.emplace(sample_.gram.block(all));
  }
  return {*matrix_, sample_.y, sample_.count};
}

std::vector<ExactLambdaPath> WeightedFits::paths(const FitGrid& grid) const {
  std::vector<ExactLambdaPath> found = exact_lambda_paths(along_a_path(), grid.weights);
  if (sample_.size() < large_sample) return found;
  for (ExactLambdaPath& path : found)
    path.fall_back_on([this, pi = path.pi()](double lambda) { return large().at(pi, lambda); });
  return found;
}

DecisionGrid WeightedFits::each_on_train(const FitGrid& grid) const {
  DecisionGrid out{{}, std::vector<FitSummary>(grid.lambdas.size())};
  for (const double weight : grid.weights) {
    Matrix& decision = out.by_weight.emplace_back(sample_.size(), static_cast<Index>(grid.lambdas.size()));
    LargeFit fit;
    for (std::size_t k = 0; k < grid.lambdas.size(); ++k) {
      fit = large(weight, grid, k, k > 0 ? &fit : nullptr);
      decision.col(static_cast<Index>(k)) = fit.decision();
      out.summaries[k].see(fit.certificate);
    }
  }
  return out;
}

DecisionGrid WeightedFits::on_train(const FitGrid& grid) const {
  if (one_by_one(grid)) return whole_ ? each_on_train(grid) : each_on_train(grid).rows(merged_.place);
  const std::vector<std::size_t> order = falling(grid.lambdas);
  const Vector lambdas = along(grid.lambdas, order);
  DecisionGrid out{{}, std::vector<FitSummary>(order.size())};
  std::vector<FitSummary> summaries(order.size());
  for (ExactLambdaPath& path : paths(grid))
    out.by_weight.push_back(in_place(read(path, lambdas, summaries), merged_.place, order));
  for (std::size_t k = 0; k < order.size(); ++k) out.summaries[order[k]] = summaries[k];
  return out;
}

DualGrid WeightedFits::solved(const FitGrid& grid) const {
  const auto columns = static_cast<Index>(grid.lambdas.size());
  const auto weights = static_cast<Index>(grid.weights.size());
  DualGrid out{Matrix(n_, weights * columns), Matrix(columns, weights),
               std::vector<FitSummary>(grid.lambdas.size())};
  const auto enter = [&](Index j, std::size_t k, const DualSolution& fit) {
    out.a.col(j * columns + static_cast<Index>(k)) = summed_by_row(fit.a, merged_.rows, n_);
    out.beta_0(static_cast<Index>(k), j) = fit.beta_0;
  };
  if (one_by_one(grid)) {
    for (Index j = 0; j < weights; ++j) {
      LargeFit fit;
      for (std::size_t k = 0; k < grid.lambdas.size(); ++k) {
        fit = large(grid.weights[static_cast<std::size_t>(j)], grid, k, k > 0 ? &fit : nullptr);
        out.summaries[k].see(fit.certificate);
        enter(j, k, fit);
      }
    }
  } else {
    Index j = 0;
    for (ExactLambdaPath& path : paths(grid)) {
      for (const std::size_t k : falling(grid.lambdas))
        enter(j, k, fit(path, grid.lambdas[k], out.summaries[k]));
      ++j;
    }
  }
  return out;
}

DecisionGrid WeightedFits::at(const FitGrid& grid, const DualGrid& solved, const CrossGram& cross) {
  const auto columns = static_cast<Index>(grid.lambdas.size());
  const auto weights = static_cast<Index>(grid.weights.size());
  DecisionGrid out{{}, solved.summaries};
  const Matrix field = cross.times(solved.a);
  for (Index j = 0; j < weights; ++j) {
    Matrix& decision = out.by_weight.emplace_back(cross.rows(), columns);
    for (Index k = 0; k < columns; ++k)
      decision.col(k) = (field.col(j * columns + k) / grid.lambdas[static_cast<std::size_t>(k)]).array() +
                        solved.beta_0(k, j);
  }
  return out;
}

namespace {

template <class Loss>
class FitsOf;

template <>
class FitsOf<Hinge> final : public WeightedFits {
 public:
  FitsOf(const Gram& gram, const Resample& resample, const Hinge&) : WeightedFits(gram, resample) {}

 private:
  bool one_by_one() const override { return sample().size() >= large_sample; }

  DualSolution fit(ExactLambdaPath& path, double lambda, FitSummary& summary) const override {
    DualSolution out = path.at(lambda);
    summary.see(out.certificate);
    return out;
  }

  Matrix read(ExactLambdaPath& path, const Vector& lambdas,
              std::vector<FitSummary>& summaries) const override {
    LambdaNodes nodes = path.nodes(lambdas);
    for (std::size_t k = 0; k < summaries.size(); ++k) {
      const double gap = nodes.relative_gap(static_cast<Index>(k));
      summaries[k].see(gap, gap <= grid_gap ? Status::ok : Status::not_converged);
    }
    return std::move(nodes.decision);
  }
};

template <>
class FitsOf<Psi> final : public WeightedFits {
 public:
  FitsOf(const Gram& gram, const Resample& resample, const Psi& loss) : WeightedFits(gram, resample) {
    rule_.dc_steps = loss.most_steps;
  }

 private:
  bool one_by_one() const override { return false; }

  DualSolution fit(ExactLambdaPath& path, double lambda, FitSummary& summary) const override {
    PsiFit out = psi_descent(path, lambda, rule_);
    summary.see(out.certificate);
    summary.dc_steps += out.dc_steps();
    return out;
  }

  Matrix read(ExactLambdaPath& path, const Vector& lambdas,
              std::vector<FitSummary>& summaries) const override {
    PsiNodes nodes = psi_nodes(path, lambdas, rule_);
    for (std::size_t k = 0; k < summaries.size(); ++k) {
      summaries[k].see(nodes.certificates[k]);
      summaries[k].dc_steps += nodes.dc_steps[k];
    }
    return std::move(nodes.decision);
  }

  StoppingRule rule_;
};

} // namespace

std::unique_ptr<const WeightedFits> weighted_fits(const Gram& gram, const Resample& resample,
                                                  const ClassifierLoss& loss) {
  expect(std::holds_alternative<Hinge>(loss) || std::holds_alternative<Psi>(loss),
         "the loss of one function");
  return std::visit(
      [&]<class Loss>([[maybe_unused]] const Loss& one) -> std::unique_ptr<const WeightedFits> {
        if constexpr (std::is_same_v<Loss, TruncatedHinge> || std::is_same_v<Loss, GivenScores>)
          return nullptr;
        else
          return std::make_unique<FitsOf<Loss>>(gram, resample, one);
      },
      loss);
}

} // namespace core
