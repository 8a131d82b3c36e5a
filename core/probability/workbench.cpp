#include "core/probability/workbench.hpp"

#include <string>

#include "core/contract.hpp"

namespace core {
namespace {

using Indices = std::vector<Eigen::Index>;

/// Point order[i] is held out by fold i mod k; both parts keep the sample's order.
std::pair<Indices, Indices> divide(const std::vector<std::int64_t>& order, std::int64_t k, std::int64_t fold) {
  std::vector<bool> held(order.size(), false);
  for (std::size_t i = static_cast<std::size_t>(fold); i < order.size(); i += static_cast<std::size_t>(k)) {
    held[static_cast<std::size_t>(order[i])] = true;
  }
  std::pair<Indices, Indices> parts;
  for (std::size_t i = 0; i < held.size(); ++i) {
    (held[i] ? parts.second : parts.first).push_back(static_cast<Eigen::Index>(i));
  }
  return parts;
}

}  // namespace

Fold::Fold(Matrix gram, Labels y, Matrix cross, Labels held)
    : fits(std::move(gram), std::move(y)), cross_gram(std::move(cross)), held_out(std::move(held)) {}

ClassifierBench::ClassifierBench(const Classifier& classifier, const Draw& draw, const StreamAxes& axes)
    : draw_(draw), axes_(axes), kernel_(classifier.kernel(draw.train)), fits_(kernel_.gram(draw.train.x), draw.train.y) {}

const Matrix& ClassifierBench::cross_test() {
  if (cross_test_.size() == 0) cross_test_ = kernel_.cross_gram(draw_.test.x, draw_.train.x);
  return cross_test_;
}

const Matrix& ClassifierBench::cross_tune() {
  if (cross_tune_.size() == 0) cross_tune_ = kernel_.cross_gram(draw_.tune.x, draw_.train.x);
  return cross_tune_;
}

std::vector<std::unique_ptr<Fold>>& ClassifierBench::folds(std::int64_t k) {
  const std::int64_t n = draw_.train.size();
  require(2 <= k && k <= n, std::to_string(k) + " folds of " + std::to_string(n) +
                                " training points (a fold must hold out and leave at least one point) choose 2 to n");
  auto& folds = folds_[k];
  if (!folds.empty()) return folds;
  Stream stream = axes_.stream("folds=" + std::to_string(k));
  const auto order = stream.permutation(n);
  for (std::int64_t fold = 0; fold < k; ++fold) {
    const auto [outside, held] = divide(order, k, fold);
    const Labels& y = draw_.train.y;
    folds.push_back(std::make_unique<Fold>(fits_.gram()(outside, outside), y(outside),
                                           fits_.gram()(held, outside), y(held)));
  }
  return folds;
}

ClassifierBench& Workbench::classifier(const Classifier& classifier) {
  return classifiers_.try_emplace(classifier, classifier, draw_, axes_).first->second;
}

}  // namespace core
