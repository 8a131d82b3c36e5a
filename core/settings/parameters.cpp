#include "core/settings/parameters.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace core {
namespace {

template <class T>
const T& get(const std::map<std::string, Value>& values, const std::string& key) {
  const auto found = values.find(key);
  if (found == values.end()) throw std::logic_error("no parameter '" + key + "'");
  if (const T* value = std::get_if<T>(&found->second)) return *value;
  throw std::logic_error("parameter '" + key + "' is of another kind");
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

} // namespace

bool accepts(const ParameterSpec& spec, const Value& value) {
  struct Inside {
    const ParameterSpec& spec;
    bool operator()(double v) const { return v >= spec.least && v <= spec.most; }
    bool operator()(std::int64_t v) const { return (*this)(static_cast<double>(v)); }
    bool operator()(const std::vector<double>& v) const { return std::all_of(v.begin(), v.end(), *this); }
    bool operator()(const std::string& v) const {
      return spec.words.empty() || std::find(spec.words.begin(), spec.words.end(), v) != spec.words.end();
    }
  };
  return value.index() == static_cast<std::size_t>(spec.kind) && std::visit(Inside{spec}, value);
}

std::int64_t Parameters::integer(const std::string& key) const {
  return get<std::int64_t>(values_, key);
}
double Parameters::real(const std::string& key) const {
  return get<double>(values_, key);
}
const std::string& Parameters::text(const std::string& key) const {
  return get<std::string>(values_, key);
}
const std::vector<double>& Parameters::reals(const std::string& key) const {
  return get<std::vector<double>>(values_, key);
}

Parameters without_defaults(const Parameters& all, const std::vector<ParameterSpec>& specs) {
  Parameters out;
  for (const auto& [key, value] : all.values()) {
    const auto spec =
        std::find_if(specs.begin(), specs.end(), [&key](const ParameterSpec& one) { return one.key == key; });
    const bool names = spec == specs.end() || (!spec->is_place && spec->fallback != value);
    if (names) out.set(key, value);
  }
  return out;
}

Parameters with_defaults(Parameters told, const std::vector<ParameterSpec>& specs) {
  const auto is_missing = [&told](const ParameterSpec& spec) {
    if (told.has(spec.key) || !spec.fallback) return false;
    return !spec.only_with ||
           (told.has(spec.only_with->first) && told.text(spec.only_with->first) == spec.only_with->second);
  };
  // One that is set may be what another matters with.
  for (auto spec = specs.begin(); spec != specs.end();) {
    spec = std::find_if(specs.begin(), specs.end(), is_missing);
    if (spec != specs.end()) told.set(spec->key, *spec->fallback);
  }
  return told;
}

std::string shortest(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string canonical(const Value& value) {
  struct Write {
    std::string operator()(std::int64_t v) const { return std::to_string(v); }
    std::string operator()(double v) const { return shortest(v); }
    std::string operator()(const std::string& v) const { return quoted(v); }
    std::string operator()(const std::vector<double>& v) const {
      std::string out = "[";
      for (const double number : v) out += (out.size() > 1 ? "," : "") + shortest(number);
      return out + "]";
    }
  };
  return std::visit(Write{}, value);
}

std::string canonical(const Choice& choice) {
  std::string out = "{\"id\":" + quoted(choice.id) + ",\"parameters\":{";
  bool first = true;
  for (const auto& [key, value] : choice.parameters.values()) {
    out += (first ? "" : ",") + quoted(key) + ":" + canonical(value);
    first = false;
  }
  return out + "},\"revision\":" + std::to_string(choice.revision) + "}";
}

} // namespace core
