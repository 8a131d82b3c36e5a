#pragma once
#include <functional>
#include <string>

#include "core/tuning/criterion.hpp"

namespace experiments {

/// What `find` gives under this name: found by the first cell of the process that asks, the others wait for
/// it. What finding throws is thrown to all of them. Called from any thread.
core::Tuned memoised(const std::string& name, const std::function<core::Tuned()>& find);

} // namespace experiments
