#include "core/probability/workbench.hpp"

#include <numeric>

namespace core {

ClassifierBench::ClassifierBench(const Classifier& classifier, const Draw& draw)
    : draw_(draw),
      loss_(classifier.loss),
      kernel_(classifier.kernel(draw.train)),
      gram_(kernel_.gram(draw.train.x)) {}

const Matrix& ClassifierBench::against_train(Points::Part part) {
  if (part == Points::Part::train) return gram_;
  Matrix& cross = part == Points::Part::test ? test_ : tune_;
  const Sample& sample = part == Points::Part::test ? draw_.test : draw_.tune;
  if (cross.rows() != sample.size()) cross = kernel_.cross_gram(sample.x, draw_.train.x);
  return cross;
}

const DecisionGrid& ClassifierBench::remembered(const std::string& name, const FitGrid& grid,
                                                const std::function<DecisionGrid()>& compute) {
  const std::tuple key(name, grid.weights, grid.lambdas);
  const auto found = remembered_.find(key);
  return found != remembered_.end() ? found->second : remembered_.emplace(key, compute()).first->second;
}

Workbench::Workbench(Draw draw, StreamAxes axes) : draw_(std::move(draw)), axes_(std::move(axes)) {
  whole_ = {std::vector<Eigen::Index>(static_cast<std::size_t>(draw_.train.size())), draw_.train.y};
  std::iota(whole_.rows.begin(), whole_.rows.end(), Eigen::Index{0});
}

ClassifierBench& Workbench::classifier(const Classifier& classifier) {
  return classifiers_.try_emplace(classifier, classifier, draw_).first->second;
}

} // namespace core
