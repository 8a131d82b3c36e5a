#include "core/probability/draw_cache.hpp"

#include <numeric>

namespace core {

KernelCache::KernelCache(const KernelChoice& choice, const Draw& draw)
    : draw_(draw), kernel_(choice.on(draw.train)), gram_(kernel_.gram(draw.train.x)) {}

void KernelCache::add_facts(std::map<std::string, double>& facts) const {
  if (kernel_.shape == Kernel::Shape::gaussian) facts["sigma"] = kernel_.sigma;
}

const Matrix& KernelCache::against_train(Points::Part part) {
  if (part == Points::Part::train) return gram_;
  Matrix& cross = part == Points::Part::test ? test_ : tune_;
  const Sample& sample = part_of(draw_, part);
  if (cross.rows() != sample.size()) cross = kernel_.cross_gram(sample.x, draw_.train.x);
  return cross;
}

const DecisionGrid& KernelCache::remembered(const std::string& name, const FitGrid& grid,
                                            const std::function<DecisionGrid()>& compute) {
  const std::tuple key(name, grid.weights, grid.lambdas);
  const auto found = remembered_.find(key);
  return found != remembered_.end() ? found->second : remembered_.emplace(key, compute()).first->second;
}

DrawCache::DrawCache(Draw draw, StreamAxes axes) : draw_(std::move(draw)), axes_(std::move(axes)) {
  whole_ = {std::vector<Eigen::Index>(static_cast<std::size_t>(draw_.train.size())), draw_.train.y};
  std::iota(whole_.rows.begin(), whole_.rows.end(), Eigen::Index{0});
}

KernelCache& DrawCache::kernel(const KernelChoice& choice) {
  return kernels_.try_emplace(choice, choice, draw_).first->second;
}

} // namespace core
