#include "core/probability/classifier.hpp"

#include "core/parameters.hpp"

namespace core {

std::string Classifier::text() const {
  const std::string words = loss == Loss::hinge ? "hinge" : "psi";
  if (shape == Kernel::Shape::linear) return words + " linear";
  return words + " gaussian " + shortest(sigma) + (unit == SigmaUnit::median ? " medians" : "");
}

} // namespace core
