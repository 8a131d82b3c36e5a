#pragma once
#include <functional>
#include <map>
#include <string>
#include <tuple>

#include "core/probability/classifier.hpp"
#include "core/probability/learner.hpp"
#include "core/probability/weighted_fits.hpp"
#include "core/random/stream.hpp"

namespace core {

/// One classifier on one draw: its kernel and its Gram matrices. Not for several threads at once.
class ClassifierBench {
 public:
  ClassifierBench(const Classifier& classifier, const Draw& draw);

  /// The kernel keeps the bandwidth of the whole training sample on every resample.
  const Kernel& kernel() const { return kernel_; }
  Classifier::Loss loss() const { return loss_; }
  const Matrix& gram() const { return gram_; } ///< of the training sample [n x n]

  /// K(point, training row) [k x n] of a part of the draw, computed when first asked for.
  const Matrix& against_train(Points::Part part);

  /// The decision values of this name and grid on the whole training sample: as another method of the
  /// replicate has computed them, or as `compute` gives them. Scalings of one classifier all read the same.
  const DecisionGrid& remembered(const std::string& name, const FitGrid& grid,
                                 const std::function<DecisionGrid()>& compute);

 private:
  const Draw& draw_;
  Classifier::Loss loss_;
  Kernel kernel_;
  Matrix gram_, tune_, test_;
  std::map<std::tuple<std::string, std::vector<double>, std::vector<double>>, DecisionGrid> remembered_;
};

/// Everything the cells of one draw share. The methods of a replicate are run one after the other on the same
/// workbench; each finds there what another has already computed. Nothing found differs from computing it
/// alone.
class Workbench {
 public:
  Workbench(Draw draw, StreamAxes axes);
  Workbench(const Workbench&) = delete;
  Workbench& operator=(const Workbench&) = delete;

  const Draw& draw() const { return draw_; }
  const StreamAxes& axes() const { return axes_; }
  const Resample& whole() const { return whole_; } ///< the training sample as it is
  ClassifierBench& classifier(const Classifier&);

 private:
  Draw draw_;
  StreamAxes axes_;
  Resample whole_;
  std::map<Classifier, ClassifierBench> classifiers_;
};

} // namespace core
