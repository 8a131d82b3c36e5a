#include "core/probability/weighted_fits.hpp"

#include <algorithm>

#include "core/solver/psi_descent.hpp"

namespace core {

void Audit::see(const Certificate& certificate) {
  worst_relative_gap = std::max(worst_relative_gap, certificate.relative_gap());
  ++fits;
  if (certificate.status != Status::ok) status = certificate.status;
}

void Audit::see(const WeightedFit& fit) {
  see(fit.certificate);
  dc_steps += fit.dc_steps;
}

void Audit::see(const Audit& other) {
  worst_relative_gap = std::max(worst_relative_gap, other.worst_relative_gap);
  fits += other.fits;
  dc_steps += other.dc_steps;
  if (other.status != Status::ok) status = other.status;
}

WeightedFits::WeightedFits(Matrix gram, Labels y, Classifier::Loss loss)
    : gram_(std::move(gram)), y_(std::move(y)), loss_(loss) {}

const WeightedFit& WeightedFits::at(double pi, double lambda) {
  const auto found = solved_.find({pi, lambda});
  if (found != solved_.end()) return found->second;
  return solved_.emplace(std::pair{pi, lambda}, solved(pi, lambda)).first->second;
}

WeightedFit WeightedFits::solved(double pi, double lambda) {
  const auto path = paths_.try_emplace(pi, gram_, y_, pi).first;
  DualSolution svm = path->second.at(lambda);
  if (loss_ == Classifier::Loss::hinge) return {std::move(svm)};
  PsiSolution psi = psi_descent(weighted_dual(gram_, y_, pi, lambda), svm);
  const std::int64_t dc_steps = psi.dc_steps();
  return {std::move(psi), dc_steps};
}

} // namespace core
