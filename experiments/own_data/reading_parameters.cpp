#include "experiments/own_data/reading_parameters.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "datasets/real/user_table.hpp"
#include "experiments/spec/key_value.hpp"
#include "experiments/spec/suggestion.hpp"
#include "experiments/spec/value.hpp"

namespace experiments::own_data {
namespace {

std::vector<core::ParameterSpec> specs_of_reading() {
  static constexpr std::array<std::string_view, 5> keys{"format", "header", "delimiter", "missing",
                                                        "if_missing"};
  auto specs = datasets::real::user_table_parameters();
  std::erase_if(specs, [](const core::ParameterSpec& spec) {
    return std::find(keys.begin(), keys.end(), spec.key) == keys.end();
  });
  return specs;
}

} // namespace

core::Parameters reading_parameters(const core::Choice& data, const std::vector<std::string>& settings) {
  const auto specs = specs_of_reading();
  core::Parameters out;
  std::vector<std::string> keys;
  for (const core::ParameterSpec& spec : specs) {
    keys.push_back(spec.key);
    const bool known = data.id == "file" && data.parameters.has(spec.key);
    out.set(spec.key, known ? data.parameters.values().at(spec.key) : *spec.fallback);
  }
  Problems problems;
  for (const std::string& text : settings) {
    const auto setting =
        parse_key_value(text, {SourceText::Origin::argument, "header or if_missing"}, problems);
    if (!setting) continue;
    const std::string& key = setting->path.front();
    const auto spec =
        std::find_if(specs.begin(), specs.end(), [&](const core::ParameterSpec& s) { return s.key == key; });
    if (spec == specs.end() || setting->path.size() > 1)
      problems.add(setting->place, "unknown key '" + key + "'" + accepted_and_closest(key, keys));
    else if (const auto value = read_value(setting->value, *spec, problems))
      out.set(key, *value);
  }
  problems.throw_if_any();
  return out;
}

} // namespace experiments::own_data
