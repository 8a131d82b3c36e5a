#include "results/record/json_value.hpp"

#include <cmath>

namespace results {

OrderedJson json_number(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

OrderedJson json_text(const std::string& text) {
  return text.empty() ? OrderedJson(nullptr) : OrderedJson(text);
}

std::string json_answer(const OrderedJson& json) {
  return json.dump(1, ' ', true, OrderedJson::error_handler_t::replace) + "\n";
}

} // namespace results
