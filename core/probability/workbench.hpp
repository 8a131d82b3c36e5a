#pragma once
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "core/probability/classifier.hpp"
#include "core/probability/weighted_fits.hpp"
#include "core/random/stream.hpp"

namespace core {

/// One fold of a cross-validation: fits on the points outside, and the held-out points to judge them by.
struct Fold {
  Fold(Matrix gram, Labels y, Matrix cross, Labels held_out);
  WeightedFits fits;
  Matrix cross_gram;   ///< K(held out, outside) [m x (n-m)]
  Labels held_out;     ///< [m]
};

/// One classifier on one draw: its Gram matrices and fits, computed when first asked for.
/// Not for several threads at once.
class ClassifierBench {
 public:
  ClassifierBench(const Classifier& classifier, const Draw& draw, const StreamAxes& axes);

  WeightedFits& fits() { return fits_; }
  const Kernel& kernel() const { return kernel_; }
  const Draw& draw() const { return draw_; }
  const Matrix& cross_test();  ///< K(test, train)
  const Matrix& cross_tune();  ///< K(tune, train)

  /// The folds of a k-fold cross-validation over the training sample: a random division, the same for every method
  /// and classifier of the draw. The bandwidth stays that of the whole training sample. 2 <= k <= n.
  std::vector<std::unique_ptr<Fold>>& folds(std::int64_t k);

 private:
  const Draw& draw_;
  const StreamAxes& axes_;
  Kernel kernel_;
  WeightedFits fits_;
  Matrix cross_test_, cross_tune_;
  std::map<std::int64_t, std::vector<std::unique_ptr<Fold>>> folds_;
};

/// Everything the cells of one draw share. The methods of a replicate are run one after the other on the same
/// workbench; each finds there what another has already computed. Nothing found differs from computing it alone.
class Workbench {
 public:
  Workbench(Draw draw, StreamAxes axes) : draw_(std::move(draw)), axes_(std::move(axes)) {}
  Workbench(const Workbench&) = delete;
  Workbench& operator=(const Workbench&) = delete;

  const Draw& draw() const { return draw_; }
  ClassifierBench& classifier(const Classifier&);

 private:
  Draw draw_;
  StreamAxes axes_;
  std::map<Classifier, ClassifierBench> classifiers_;
};

}  // namespace core
