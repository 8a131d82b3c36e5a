#include "experiments/yaml/values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/settings/parameter.hpp"
#include "core/tuning/lambda_grid.hpp"
#include "experiments/yaml/fields.hpp"

namespace experiments {
namespace {

using core::Kind;
using core::ParameterSpec;
using core::shortest;

/// An end of a range as a config would write it: 1000000, not 1e+06, where integers are wanted.
std::string end_text(double end, const ParameterSpec& spec) {
  const bool exact = spec.kind == Kind::integer && std::abs(end) < 1e15;
  return exact ? std::to_string(static_cast<std::int64_t>(end)) : shortest(end);
}

/// What the range of the spec demands and the value does not do; empty if it does.
std::string outside(double value, const ParameterSpec& spec) {
  if (value >= spec.least && value <= spec.most) return "";
  // The smallest doubles stand for an open end at zero.
  const bool positive = spec.least > 0 && spec.least <= std::numeric_limits<double>::min();
  if (std::isfinite(spec.least) && std::isfinite(spec.most) && !positive)
    return "must lie in [" + end_text(spec.least, spec) + ", " + end_text(spec.most, spec) + "]";
  if (value > spec.most) return "must be at most " + end_text(spec.most, spec);
  return positive ? "must be greater than 0" : "must be at least " + end_text(spec.least, spec);
}

bool is_inside(double value, const Node& node, const ParameterSpec& spec, Problems& problems) {
  const std::string wrong = outside(value, spec);
  if (!wrong.empty())
    problems.add(node.place, "'" + spec.key + "' " + wrong + " (found " + shortened(node.text) + ")");
  return wrong.empty();
}

void report(const Node& node, const ParameterSpec& spec, const std::string& wrong, Problems& problems) {
  static constexpr const char* wanted[] = {"an integer", "a number", "a word",
                                           "a number, a list or a range of numbers"};
  const bool several =
      (node.shape == Node::Shape::list || node.shape == Node::Shape::map) && spec.kind != Kind::reals;
  problems.add(node.place, "'" + spec.key + "' must be " + wanted[static_cast<int>(spec.kind)] + wrong +
                               (several ? ". Write {grid: [...]} to compute each" : ""));
}

std::optional<double> read_real(const Node& node, const ParameterSpec& spec, Problems& problems) {
  const auto [value, wrong] = decode_real(node);
  if (!value) report(node, spec, wrong, problems);
  return value && is_inside(*value, node, spec, problems) ? value : std::nullopt;
}

std::optional<core::Value> read_integer(const Node& node, const ParameterSpec& spec, Problems& problems) {
  const auto [value, wrong] = decode_integer(node);
  if (!value) report(node, spec, wrong, problems);
  if (!value || !is_inside(static_cast<double>(*value), node, spec, problems)) return std::nullopt;
  return *value;
}

using Json = nlohmann::json; // its objects are sorted by key

/// Numbers, true and false as what they are, other words as text. Reports what is none of these, and is then
/// null.
Json json_of(const Node& node, const std::string& key, Problems& problems) {
  Json out;
  if (node.shape == Node::Shape::list) {
    out = Json::array();
    for (const Node& item : node.items) out.push_back(json_of(item, key, problems));
  } else if (node.shape == Node::Shape::map) {
    out = Json::object();
    for (const Node::Pair& pair : node.pairs) out[pair.key] = json_of(pair.value, key, problems);
  } else if (!node.quoted && (node.text == "true" || node.text == "false")) {
    out = node.text == "true";
  } else if (const auto whole = decode_integer(node); whole.value) {
    out = *whole.value;
  } else if (const auto real = decode_real(node); real.value) {
    out = *real.value;
  } else if (const auto text = decode_text(node); text.value) {
    out = *text.value;
  } else {
    problems.add(node.place, "a value in '" + key + "' must be a number, true, false or text" + text.wrong);
  }
  return out;
}

/// What is written as a map, as its JSON.
std::optional<core::Value> read_map(const Node& node, const ParameterSpec& spec, Problems& problems) {
  if (node.shape == Node::Shape::map) {
    const Json map = json_of(node, spec.key, problems), leaves = map.flatten();
    const bool has_null =
        std::any_of(leaves.begin(), leaves.end(), [](const Json& leaf) { return leaf.is_null(); });
    return has_null && !map.empty() ? std::nullopt : std::optional<core::Value>(map.dump());
  }
  problems.add(node.place,
               "'" + spec.key + "' must be a map (found " + found(node) + "). Write {name: value}");
  return std::nullopt;
}

/// A list of words, each as it is written, as its JSON.
std::optional<core::Value> read_list(const Node& node, const ParameterSpec& spec, Problems& problems) {
  if (node.shape == Node::Shape::scalar && !spec.lone_word.empty() && node.text == spec.lone_word)
    return Json::array({node.text}).dump();
  Json words = Json::array();
  for (const Node& item : node.items) {
    const bool is_word = item.shape == Node::Shape::scalar && !item.text.empty();
    if (is_word && printable(item.text) == item.text)
      words.push_back(item.text);
    else
      problems.add(item.place,
                   "'" + spec.key + "' must be a list of words (found " + found(item) + " in it)");
  }
  if (words.size() < node.items.size()) return std::nullopt;
  if (!words.empty()) return words.dump();
  std::string split = shortened(node.text);
  for (std::size_t at = 0; (at = split.find(' ', at)) != std::string::npos; at += 2) split.insert(at, ",");
  problems.add(node.place, "'" + spec.key + "' must be a list of words (found " + found(node) + "). " +
                               (split.empty() ? "Name at least one" : "Write [" + split + "]"));
  return std::nullopt;
}

std::optional<core::Value> read_word_or_text(const Node& node, const ParameterSpec& spec,
                                             Problems& problems) {
  if (spec.written == ParameterSpec::Written::list) return read_list(node, spec, problems);
  if (spec.written == ParameterSpec::Written::map) return read_map(node, spec, problems);
  if (!spec.words.empty()) {
    if (node.shape != Node::Shape::scalar) {
      report(node, spec, " (found " + found(node) + ")", problems);
      return std::nullopt;
    }
    return read_word(node, {spec.key, spec.words}, problems);
  }
  const auto [value, wrong] = decode_text(node);
  if (!value) report(node, spec, wrong, problems);
  return value;
}

std::optional<core::Value> read_bounded_range(const Node& node, const ParameterSpec& spec,
                                              Problems& problems) {
  const auto values = read_range(node, spec.key, problems);
  if (!values) return std::nullopt;
  for (const double value : {values->front(), values->back()})
    if (const std::string wrong = outside(value, spec); !wrong.empty()) {
      problems.add(node.place,
                   "'" + spec.key + "' " + wrong + " (the range reaches " + shortest(value) + ")");
      return std::nullopt;
    }
  return *values;
}

std::optional<core::Value> read_reals(const Node& node, const ParameterSpec& spec, Problems& problems) {
  if (node.shape == Node::Shape::map) return read_bounded_range(node, spec, problems);
  if (node.shape != Node::Shape::list) {
    const auto [value, wrong] = decode_real(node);
    if (!value) report(node, spec, wrong, problems);
    if (!value || !is_inside(*value, node, spec, problems)) return std::nullopt;
    return std::vector<double>{*value};
  }
  if (node.items.empty()) report(node, spec, " (found an empty list)", problems);
  std::vector<double> values;
  for (const Node& item : node.items)
    if (const auto value = read_real(
            item, {.key = spec.key, .kind = Kind::real, .least = spec.least, .most = spec.most}, problems))
      values.push_back(*value);
  if (values.empty() || values.size() < node.items.size()) return std::nullopt;
  return values;
}

const auto range_from = core::real("from", "the lower end");
const auto range_to = core::real("to", "the upper end");
const auto per_decade = core::integer("per_decade", "values in a decade").or_else(10);
const auto spacing =
    core::word<core::Spacing>("spacing", "how they lie in it",
                              {{"linear", core::Spacing::linear}, {"log", core::Spacing::log}})
        .or_else(core::Spacing::log);

/// A range decoded key by key with the same rules as everything else.
std::optional<core::Parameters> read_range_keys(const Node& node, const std::string& key,
                                                Problems& problems) {
  const Fields fields(node, {"the range of '" + key + "'", {"from", "to", "per_decade", "spacing"}},
                      problems);
  core::Parameters range;
  bool complete = true;
  for (const ParameterSpec& spec :
       std::initializer_list<ParameterSpec>{range_from, range_to, per_decade, spacing}) {
    const Node* given = spec.fallback ? fields.find(spec.key) : fields.require(spec.key, spec.meaning);
    const auto value = given ? read_value(*given, spec, problems)
                             : (fields.mentions(spec.key) ? std::nullopt : spec.fallback);
    if (value) range.set(spec.key, *value);
    complete = complete && value;
  }
  return complete ? std::optional(range) : std::nullopt;
}

} // namespace

std::optional<core::Value> read_value(const Node& node, const ParameterSpec& spec, Problems& problems) {
  switch (spec.kind) {
    case Kind::integer:
      return read_integer(node, spec, problems);
    case Kind::real:
      return read_real(node, spec, problems);
    case Kind::text:
      return read_word_or_text(node, spec, problems);
    case Kind::reals:
      break;
  }
  return read_reals(node, spec, problems);
}

namespace {

std::optional<core::Value> value_in(const Fields& fields, const ParameterSpec& spec, Problems& problems) {
  const Node* value = spec.fallback ? fields.find(spec.key) : fields.require(spec.key, spec.meaning);
  return value != nullptr ? read_value(*value, spec, problems) : std::nullopt;
}

} // namespace

void read_number(const Fields& fields, const ParameterSpec& spec, std::int32_t& to, Problems& problems) {
  if (const auto value = value_in(fields, spec, problems))
    to = static_cast<std::int32_t>(std::get<std::int64_t>(*value));
}

void read_number(const Fields& fields, const ParameterSpec& spec, double& to, Problems& problems) {
  if (const auto value = value_in(fields, spec, problems)) to = std::get<double>(*value);
}

std::optional<std::string> axis_name(const core::Value& value) {
  struct Name {
    std::optional<std::string> operator()(std::int64_t v) const { return std::to_string(v); }
    std::optional<std::string> operator()(double v) const { return shortest(v); }
    std::optional<std::string> operator()(const std::string& v) const { return v; }
    std::optional<std::string> operator()(const std::vector<double>& v) const {
      return v.size() == 1 ? std::optional(shortest(v.front())) : std::nullopt;
    }
  };
  return std::visit(Name{}, value);
}

std::optional<std::vector<double>> read_range(const Node& node, const std::string& key, Problems& problems) {
  const auto range = read_range_keys(node, key, problems);
  if (!range) return std::nullopt;
  try {
    return core::lambda_grid(
        {range_from.of(*range), range_to.of(*range), per_decade.of(*range), spacing.of(*range)});
  } catch (const core::UserError& error) {
    problems.add(node.place, error.what());
    return std::nullopt;
  }
}

} // namespace experiments
