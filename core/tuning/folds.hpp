#pragma once
#include <vector>

#include "core/probability/workbench.hpp"

namespace core {

/// One fold of a cross-validation.
struct Fold {
  Resample outside;                   ///< what is trained on
  std::vector<Eigen::Index> held_out; ///< rows of the training sample [m]
};

/// A random division of the training sample into k folds whose sizes differ by at most one: the same for
/// every method and classifier of the draw. Throws UserError unless 2 <= k <= n.
std::vector<Fold> folds(const Workbench& bench, std::int64_t k);

} // namespace core
