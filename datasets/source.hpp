#pragma once
#include <memory>
#include <span>

#include "core/parameters.hpp"
#include "core/random/stream.hpp"
#include "core/types.hpp"

namespace datasets {

/// The seam between the numerics and where data come from: one virtual call a replicate.
struct Source {
  virtual ~Source() = default;

  /// The replicate these axes name. Pure: equal axes give equal bits.
  virtual core::Draw draw(const core::StreamAxes& axes) const = 0;
};

} // namespace datasets
