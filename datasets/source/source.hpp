#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/random/stream.hpp"
#include "core/sample/types.hpp"
#include "core/settings/parameters.hpp"

namespace datasets {

/// The seam between the numerics and where data come from: one virtual call a replicate.
struct Source {
  virtual ~Source() = default;

  /// The replicate these axes name. Pure: equal axes give equal bits.
  virtual core::Draw draw(const core::StreamAxes& axes) const = 0;

  /// What the data set calls its observations, in the numbering of core::Draw::test_rows; empty where it has
  /// only numbers.
  virtual std::vector<std::string> observation_names() const { return {}; }
};

} // namespace datasets
