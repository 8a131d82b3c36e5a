#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace results {

/// What a cell holds, as 1, beside a metric that is computed and has no value there, such as AUC on a test
/// part of one class. A file has NaN for such a value and for one that was never computed.
std::string undefined_name(const std::string& metric);

/// The metric of such a name; nothing for other names.
std::optional<std::string> metric_undefined_by(std::string_view name);

} // namespace results
