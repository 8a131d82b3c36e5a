#include "experiments/own_data/data_entry.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace experiments::own_data {
namespace {

bool is_offered(const core::ParameterSpec& spec) {
  static constexpr std::array<std::string_view, 11> keys{"path",      "format",   "label",      "header",
                                                         "delimiter", "missing",  "if_missing", "encoding",
                                                         "positive",  "negative", "standardise"};
  return std::find(keys.begin(), keys.end(), spec.key) != keys.end();
}

} // namespace

core::Entry data_entry(const core::Entry& listed) {
  core::Entry entry = listed;
  std::erase_if(entry.parameters, [](const core::ParameterSpec& spec) { return !is_offered(spec); });
  for (core::ParameterSpec& spec : entry.parameters) {
    if (spec.key == "positive" && !spec.fallback) spec.fallback = std::string("auto");
    if (spec.key != "standardise") continue;
    spec.words = {"train", "none"};
    if (spec.fallback == core::Value(std::string("all"))) spec.fallback = std::string("train");
  }
  return entry;
}

} // namespace experiments::own_data
