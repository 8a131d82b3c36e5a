#pragma once
#include <string>
#include <vector>

#include "core/parameters.hpp"

namespace experiments::own_data {

/// How a file is read for a model fitted to this data set: as that one was, where it was a file, else by the
/// defaults of source: file; and as key=value settings say: format, header, delimiter, missing, if_missing.
/// Throws SpecErrors that lists all mistakes.
core::Parameters reading_parameters(const core::Choice& data, const std::vector<std::string>& settings);

} // namespace experiments::own_data
