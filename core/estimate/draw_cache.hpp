#pragma once
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

#include "core/estimate/learner.hpp"
#include "core/estimate/weighted_fits.hpp"
#include "core/kernel/kernel.hpp"
#include "core/random/stream.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {

/// One kernel on one draw: its Gram matrices, and the fits with it that several methods read. Several threads
/// may ask for the matrices at once; whoever comes first computes them, and the others wait.
class KernelCache {
 public:
  KernelCache(const KernelChoice& choice, const Draw& draw);

  /// The kernel keeps the bandwidth of the whole training sample on every resample.
  const Kernel& kernel() const { return kernel_; }

  /// The Gram matrix of the training sample [n x n], computed when first asked for.
  const Matrix& gram();

  /// The same as solvers ask for it. From large_sample on it is no matrix: of a linear kernel with few inputs
  /// it is the inputs, and of any other where `one_by_one` says that no path is followed, columns that are
  /// computed when they are asked for.
  Gram solvers_gram(bool one_by_one);

  /// sigma, of a kernel that has one.
  void add_facts(std::map<std::string, double>& facts) const;

  /// K(point, training row) [k x n] of a part of the draw, computed when first asked for.
  const Matrix& against_train(Points::Part part);

  /// The same for products, of a large training sample without the matrix.
  CrossGram products_with_train(Points::Part part);

  /// The decision values of this name and grid on the whole training sample: as another method of the
  /// replicate has computed them, or as `compute` gives them. Scalings of one classifier all read the same.
  /// Not for several threads at once.
  const DecisionGrid& remembered(const std::string& name, const FitGrid& grid,
                                 const std::function<DecisionGrid()>& compute);

 private:
  const Draw& draw_;
  Kernel kernel_;
  Matrix gram_, tune_, test_;
  std::optional<OwnedGram> large_; ///< of a large sample
  std::once_flag gram_once_, tune_once_, test_once_, large_once_;
  std::map<std::tuple<std::string, std::vector<double>, std::vector<double>>, DecisionGrid> remembered_;
};

/// Everything the cells of one draw share. The methods of a replicate are run one after the other on the same
/// cache; each finds there what another has already computed. Nothing found differs from computing it
/// alone. Training weights that are 1 each are left out. To make one has Eigen reckon with the sizes of
/// caches that the program is compiled for, whatever another part of the process has told it.
class DrawCache {
 public:
  DrawCache(Draw draw, StreamAxes axes);
  DrawCache(const DrawCache&) = delete;
  DrawCache& operator=(const DrawCache&) = delete;

  const Draw& draw() const { return draw_; }
  const StreamAxes& axes() const { return axes_; }

  /// The training sample as it is.
  const Resample& whole() const { return whole_; }

  KernelCache& kernel(const KernelChoice&);

  /// What stands under this name, as another method of the replicate has computed it, or as `compute` gives
  /// it. The name says all that it depends on but the draw; one name has one type.
  template <class What>
  std::shared_ptr<const What> remembered(const std::string& name,
                                         const std::function<std::shared_ptr<const What>()>& compute) {
    std::shared_ptr<const void>& kept = remembered_[name];
    if (!kept) kept = compute();
    return std::static_pointer_cast<const What>(kept);
  }

  /// Asks methods for what they predict by. It changes no bit of what they estimate.
  void keep_predictors() { keeps_predictors_ = true; }
  bool keeps_predictors() const { return keeps_predictors_; }

  /// Whoever follows is told of fits as they are done, by whoever does them; what it does changes nothing.
  void follow(std::function<void(std::int64_t fits)> progress) { progress_ = std::move(progress); }
  void done(std::size_t fits);

  /// Carries out work(0) .. work(count - 1), each once, in any order and perhaps at the same time.
  using Each = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

  /// On one thread, from 0 on.
  static void one_after_the_other(std::size_t count, const std::function<void(std::size_t)>& work);

  /// How samples that do not depend on one another are learned from: one after the other, or as `each` says.
  void share_out(Each each) { each_ = std::move(each); }

  /// As share_out has said. The pieces may learn from samples of their own and ask for kernels and their
  /// matrices, nothing else.
  void for_each(std::size_t count, const std::function<void(std::size_t)>& work) { each_(count, work); }

 private:
  Draw draw_;
  StreamAxes axes_;
  Resample whole_;
  std::map<KernelChoice, KernelCache> kernels_;
  std::mutex kernels_mutex_;
  std::map<std::string, std::shared_ptr<const void>> remembered_;
  std::function<void(std::int64_t fits)> progress_;
  Each each_ = one_after_the_other;
  bool keeps_predictors_ = false;
};

} // namespace core
