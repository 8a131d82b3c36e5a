#pragma once
#include <compare>
#include <optional>
#include <string>

#include "core/kernel/kernel.hpp"

namespace core {

/// A weighted margin classifier before it meets a sample: a loss, and a kernel whose bandwidth is a rule.
struct Classifier {
  /// hinge: the support vector machine (core/loss/hinge.hpp); psi: psi-learning (core/loss/psi.hpp).
  enum class Loss { hinge, psi };

  /// What sigma is counted in: the median distance between the classes of the training sample, or input
  /// units.
  enum class SigmaUnit { median, absolute };

  Loss loss = Loss::hinge;
  Kernel::Shape shape = Kernel::Shape::linear;
  SigmaUnit unit = SigmaUnit::median;
  double sigma = 1;

  auto operator<=>(const Classifier&) const = default;

  /// The same with this bandwidth, where one is given and the kernel has one.
  Classifier at(const std::optional<double>& bandwidth) const {
    Classifier out = *this;
    if (bandwidth && shape == Kernel::Shape::gaussian) out.sigma = *bandwidth;
    return out;
  }

  /// Loss and kernel in words, the same for equal classifiers only.
  std::string text() const;

  /// The kernel on this training sample. Cost n+ n- for the median rule.
  Kernel kernel(const Sample& train) const {
    if (shape == Kernel::Shape::linear) return {shape, 1};
    return {shape, unit == SigmaUnit::median ? sigma * median_distance_between_classes(train) : sigma};
  }
};

} // namespace core
