#include "results/storable.hpp"

#include <nlohmann/json.hpp>

namespace results {

std::string storable(const std::string& text) {
  using json = nlohmann::json;
  const std::string utf8 = json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
  std::string out;
  for (const char c : utf8) out += c == '\0' ? "\xef\xbf\xbd" : std::string(1, c);
  return out;
}

} // namespace results
