#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace results {

/// What is printed for programs keeps the order in which it was put together.
using OrderedJson = nlohmann::ordered_json;

/// The number with all its digits; "inf" or "-inf" where it is infinite; null where it does not exist (NaN).
OrderedJson json_number(double value);

/// The text, or null where there is none.
OrderedJson json_text(const std::string& text);

/// The whole answer of a verb: indented by one blank, one newline at its end, and ASCII alone, so that no
/// name in it steers a terminal. Bytes that are no UTF-8 become U+FFFD.
std::string json_answer(const OrderedJson& json);

} // namespace results
