#include "core/multiclass/methods/tree_estimators.hpp"

#include <numeric>

#include "core/contract.hpp"
#include "core/multiclass/tree/pruning.hpp"
#include "core/random/folds.hpp"

namespace core {
namespace {

Rows all_rows(const Sample& sample) {
  Rows rows(static_cast<std::size_t>(sample.size()));
  std::iota(rows.begin(), rows.end(), Eigen::Index{0});
  return rows;
}

std::vector<Rows> folds_of(DrawCache& cache, std::int64_t folds) {
  std::vector<Rows> out;
  if (folds == 0) return out;
  Stream stream = cache.axes().stream("pruning folds=" + std::to_string(folds));
  for (Division& fold : divisions(cache.draw().train.size(), folds, stream))
    out.push_back(std::move(fold.inside));
  return out;
}

Matrix shares(const Tree& tree, const Matrix& x) {
  Matrix out(x.rows(), tree.classes);
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const std::size_t leaf = tree.leaf(x, i);
    const double size = tree.size(leaf);
    for (int k = 0; k < tree.classes; ++k) out(i, k) = tree.count(leaf, k) / size;
  }
  return out;
}

} // namespace

Estimate ClassificationTree::estimate(DrawCache& cache) const {
  const Sample& train = cache.draw().train;
  const ClassNumbers y = class_numbers({train.y, train.weights}, train.classes);
  const TreeGrower grower(train.x, y, growth);
  const ChosenTree chosen =
      cross_validated_tree(grower, {train.x, y, all_rows(train)}, folds_of(cache, folds));
  Estimate out;
  out.probability = Probabilities::of_classes(shares(chosen.tree, cache.draw().test.x));
  out.facts["leaves"] = static_cast<double>(chosen.tree.leaves());
  if (folds == 0) return out;
  const auto level = static_cast<std::size_t>(chosen.level);
  out.facts["complexity"] = chosen.sequence.levels[level].complexity();
  out.facts["held_out"] = chosen.held_out[level] / weight_of_all(train.weights, train.size());
  for (std::size_t k = 0; k < chosen.held_out.size(); ++k) {
    const auto& at = chosen.sequence.levels[k];
    out.series["pruning.complexity"].push_back(at.complexity());
    out.series["pruning.leaves"].push_back(static_cast<double>(at.leaves));
    out.series["pruning.misclassified"].push_back(at.misclassified);
    out.series["pruning.held_out"].push_back(chosen.held_out[k]);
  }
  return out;
}

Estimate RandomForest::estimate(DrawCache& cache) const {
  const Sample& train = cache.draw().train;
  const ClassNumbers y = class_numbers({train.y, train.weights}, train.classes);
  const Observations known{train.x, y, all_rows(train)};
  Estimate out;
  ForestRules used = rules;
  if (used.inputs == 0) {
    ForestRules tried = rules;
    tried.trees = tuning_trees;
    InputChoice choice = choose_inputs(known, tried, cache.axes());
    used.inputs = choice.inputs;
    out.series["mtry.inputs"] = std::move(choice.tried);
    out.series["mtry.out_of_bag"] = std::move(choice.errors);
  }
  require(used.inputs <= train.x.cols(),
          "mtry is " + std::to_string(used.inputs) + ", but the data have " + std::to_string(train.x.cols()) +
              " inputs. A node cannot look at more. Choose from 1 to that, or 0 to tune it.");
  const Forest forest(known, used, cache.axes());
  out.probability = Probabilities::of_classes(forest.probability(cache.draw().test.x, voice));
  out.facts["mtry"] = static_cast<double>(used.inputs);
  out.facts["out_of_bag"] = forest.error_out_of_bag();
  out.facts["leaves"] = forest.mean_leaves();
  return out;
}

} // namespace core
