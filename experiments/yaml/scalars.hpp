#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "experiments/yaml/diagnostics.hpp"

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

} // namespace experiments
