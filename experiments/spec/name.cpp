#include "experiments/spec/name.hpp"

#include "experiments/spec/scalar.hpp"

namespace experiments {

std::string last_part(const std::string& id) {
  return id.substr(id.rfind('/') + 1);
}

std::optional<std::string> read_name(const Node& node, const std::string& key, Problems& problems) {
  static constexpr const char* safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  const auto text = read_text(node, key, problems);
  if (!text) return std::nullopt;
  if (text->find_first_not_of(safe) == std::string::npos && text->front() != '-' && text->size() <= 64)
    return text;
  problems.add(node.place, "'" + key + "' must be file-safe: at most 64 letters, digits, _ or - (found " +
                               found(node) + ")");
  return std::nullopt;
}

} // namespace experiments
