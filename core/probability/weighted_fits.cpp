#include "core/probability/weighted_fits.hpp"

#include <algorithm>

namespace core {

void Audit::see(const Certificate& certificate) {
  worst_relative_gap = std::max(worst_relative_gap, certificate.relative_gap());
  ++fits;
  if (certificate.status != Status::ok) status = certificate.status;
}

void Audit::see(const Audit& other) {
  worst_relative_gap = std::max(worst_relative_gap, other.worst_relative_gap);
  fits += other.fits;
  if (other.status != Status::ok) status = other.status;
}

WeightedFits::WeightedFits(Matrix gram, Labels y) : gram_(std::move(gram)), y_(std::move(y)) {}

const DualSolution& WeightedFits::at(double pi, double lambda) {
  const auto solved = solved_.find({pi, lambda});
  if (solved != solved_.end()) return solved->second;
  const auto path = paths_.try_emplace(pi, gram_, y_, pi).first;
  return solved_.emplace(std::pair{pi, lambda}, path->second.at(lambda)).first->second;
}

} // namespace core
