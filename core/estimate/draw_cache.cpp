#include "core/estimate/draw_cache.hpp"

#include <numeric>

namespace core {
namespace {

/// Eigen keeps the sizes once a process, and any part of it can change them: another library that uses Eigen,
/// or the program that calls this one. Large products are cut by them, so sums would be formed in another
/// order. Only what differs is written, as other threads read.
void reckon_with_own_caches() {
  constexpr std::ptrdiff_t first = EIGEN_DEFAULT_L1_CACHE_SIZE, second = EIGEN_DEFAULT_L2_CACHE_SIZE,
                           third = EIGEN_DEFAULT_L3_CACHE_SIZE;
  if (Eigen::l1CacheSize() != first || Eigen::l2CacheSize() != second || Eigen::l3CacheSize() != third)
    Eigen::setCpuCacheSizes(first, second, third);
}

} // namespace

KernelCache::KernelCache(const KernelChoice& choice, const Draw& draw)
    : draw_(draw), kernel_(choice.on(draw.train)) {}

const Matrix& KernelCache::gram() {
  std::call_once(gram_once_, [&] { gram_ = kernel_.gram(draw_.train.x); });
  return gram_;
}

Gram KernelCache::solvers_gram(bool one_by_one) {
  const Matrix& x = draw_.train.x;
  const bool by_inputs = kernel_.shape == Kernel::Shape::linear && few_inputs(x);
  if (x.rows() < large_sample || !(by_inputs || one_by_one)) return gram();
  std::call_once(large_once_, [&] {
    if (by_inputs)
      large_.emplace(std::make_unique<const Features>(x));
    else
      large_.emplace(std::make_unique<const KernelColumns>(kernel_, x));
  });
  return large_->view();
}

CrossGram KernelCache::products_with_train(Points::Part part) {
  if (draw_.train.size() < large_sample) return against_train(part);
  return {kernel_, part_of(draw_, part).x, draw_.train.x};
}

void KernelCache::add_facts(std::map<std::string, double>& facts) const {
  if (kernel_.shape == Kernel::Shape::gaussian) facts["sigma"] = kernel_.sigma;
}

const Matrix& KernelCache::against_train(Points::Part part) {
  if (part == Points::Part::train) return gram();
  const bool test = part == Points::Part::test;
  Matrix& cross = test ? test_ : tune_;
  std::call_once(test ? test_once_ : tune_once_,
                 [&] { cross = kernel_.cross_gram(part_of(draw_, part).x, draw_.train.x); });
  return cross;
}

const DecisionGrid& KernelCache::remembered(const std::string& name, const FitGrid& grid,
                                            const std::function<DecisionGrid()>& compute) {
  const std::tuple key(name, grid.weights, grid.lambdas);
  const auto found = remembered_.find(key);
  return found != remembered_.end() ? found->second : remembered_.emplace(key, compute()).first->second;
}

DrawCache::DrawCache(Draw draw, StreamAxes axes) : draw_(std::move(draw)), axes_(std::move(axes)) {
  reckon_with_own_caches();
  draw_.train.weights = unless_all_one(draw_.train.weights);
  whole_ = {std::vector<Eigen::Index>(static_cast<std::size_t>(draw_.train.size())), draw_.train.y,
            draw_.train.weights};
  std::iota(whole_.rows.begin(), whole_.rows.end(), Eigen::Index{0});
}

void DrawCache::one_after_the_other(std::size_t count, const std::function<void(std::size_t)>& work) {
  for (std::size_t i = 0; i < count; ++i) work(i);
}

void DrawCache::done(std::size_t fits) {
  if (progress_) progress_(static_cast<std::int64_t>(fits));
}

KernelCache& DrawCache::kernel(const KernelChoice& choice) {
  const std::scoped_lock lock(kernels_mutex_);
  return kernels_.try_emplace(choice, choice, draw_).first->second;
}

} // namespace core
