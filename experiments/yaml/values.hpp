#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/settings/parameters.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/fields.hpp"
#include "experiments/yaml/scalars.hpp"

namespace experiments {

/// Decodes a value as its ParameterSpec says and checks its range and words; reports what is wrong and
/// answers nothing. Kind::reals takes a number, a list of numbers, or {from, to, per_decade, spacing} (see
/// core/tuning/lambda_grid.hpp).
std::optional<core::Value> read_value(const Node& node, const core::ParameterSpec& spec, Problems& problems);

/// Reads the key of a map that the spec describes, which is required unless it has a default. `to` keeps what
/// it has where the key is left out or its value is wrong, which is reported.
void read_number(const Fields& fields, const core::ParameterSpec& spec, std::int32_t& to, Problems& problems);
void read_number(const Fields& fields, const core::ParameterSpec& spec, double& to, Problems& problems);

/// The name of a value on an axis: the word, the integer, the shortest decimal; nothing for a list of other
/// than one.
std::optional<std::string> axis_name(const core::Value& value);

/// The numbers of {from: a, to: b, per_decade: 10, spacing: log}, see core/tuning/lambda_grid.hpp; per_decade
/// and spacing may be left out and then have the values shown. `key` names the parameter in messages.
std::optional<std::vector<double>> read_range(const Node& node, const std::string& key, Problems& problems);

} // namespace experiments
