#pragma once
#include <cstdint>

#include "core/solver/certificate.hpp"

namespace core {

/// What a cell can say about all the fits it looked at.
struct Audit {
  double worst_relative_gap = 0;
  std::int64_t fits = 0;
  std::int64_t dc_steps = 0; ///< of all of them together, 0 for the hinge loss
  Status status = Status::ok;

  void see(double relative_gap, Status status);
  void see(const Certificate& certificate) { see(certificate.relative_gap(), certificate.status); }
  void see(const Audit& other);
};

} // namespace core
