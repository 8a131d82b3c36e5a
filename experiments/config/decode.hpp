#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/settings/parameters.hpp"
#include "experiments/config/diagnostics.hpp"

namespace experiments {

/// A value, or the end of a sentence that began "'folds' must be an integer": " (found 'ten')".
template <class T>
struct Decoded {
  std::optional<T> value;
  std::string wrong{};
};

/// Decimal digits with an optional sign. Refused with the reason: quoted numbers, 010 (octal in YAML 1.1),
/// 1e3 and 100.0 (with the integer they equal), words, yes and no, lists, maps, what 64 bits do not hold.
Decoded<std::int64_t> decode_integer(const Node& node);

/// A finite decimal number; the same refusals, and what a double does not hold (1e400).
Decoded<double> decode_real(const Node& node);

/// One line of text that is not empty, without blanks and line ends behind it. Unquoted yes, no, on, off,
/// true, false are refused: readers of YAML disagree on them.
Decoded<std::string> decode_text(const Node& node);

/// What stands there, for a message: "a list", "'ten'", "\"100\" in quotes", "no value".
std::string found(const Node& node);

/// Required text; reports "'title' must be text (found a list)" and answers nothing if it is none.
std::optional<std::string> read_text(const Node& node, const std::string& key, Problems& problems);

/// Decodes a value as its ParameterSpec says and checks its range and words; reports what is wrong and
/// answers nothing. Kind::reals takes a number, a list of numbers, or {from, to, per_decade, spacing} (see
/// core/tuning/lambda_grid.hpp).
std::optional<core::Value> read_value(const Node& node, const core::ParameterSpec& spec, Problems& problems);

/// The name of a value on an axis: the word, the integer, the shortest decimal; nothing for a list of other
/// than one.
std::optional<std::string> axis_name(const core::Value& value);

/// The numbers of {from: a, to: b, per_decade: 10, spacing: log}, see core/tuning/lambda_grid.hpp; per_decade
/// and spacing may be left out and then have the values shown. `key` names the parameter in messages.
std::optional<std::vector<double>> read_range(const Node& node, const std::string& key, Problems& problems);

} // namespace experiments
