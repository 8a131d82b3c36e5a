#include "experiments/config/decode.hpp"

#include <cmath>
#include <limits>

#include "core/parameters.hpp"
#include "core/tuning/lambda_grid.hpp"
#include "experiments/config/diagnostics.hpp"
#include "experiments/config/fields.hpp"
#include "experiments/config/scalar.hpp"

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

std::optional<core::Value> read_word_or_text(const Node& node, const ParameterSpec& spec,
                                             Problems& problems) {
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
    if (const auto value = read_real(item,
                                     {.key = spec.key,
                                      .kind = Kind::real,
                                      .fallback = {},
                                      .meaning = {},
                                      .good = {},
                                      .bad = {},
                                      .least = spec.least,
                                      .most = spec.most},
                                     problems))
      values.push_back(*value);
  if (values.empty() || values.size() < node.items.size()) return std::nullopt;
  return values;
}

using core::Kind;
using core::ParameterSpec;

const std::vector<ParameterSpec>& range_parameters() {
  static const std::vector<ParameterSpec> parameters{{.key = "from",
                                                      .kind = Kind::real,
                                                      .fallback = {},
                                                      .meaning = "the lower end",
                                                      .good = 0.001,
                                                      .bad = "a"},
                                                     {.key = "to",
                                                      .kind = Kind::real,
                                                      .fallback = {},
                                                      .meaning = "the upper end",
                                                      .good = 1000.0,
                                                      .bad = "a"},
                                                     {.key = "per_decade",
                                                      .kind = Kind::integer,
                                                      .fallback = std::int64_t{10},
                                                      .meaning = "values in a decade",
                                                      .good = std::int64_t{10},
                                                      .bad = 0.5},
                                                     {.key = "spacing",
                                                      .kind = Kind::text,
                                                      .fallback = "log",
                                                      .meaning = "how they lie in it",
                                                      .good = "linear",
                                                      .bad = "even",
                                                      .words = {"linear", "log"}}};
  return parameters;
}

/// A range decoded key by key with the same rules as everything else.
std::optional<core::Parameters> read_range_keys(const Node& node, const std::string& key,
                                                Problems& problems) {
  const Fields fields(node, {"the range of '" + key + "'", {"from", "to", "per_decade", "spacing"}},
                      problems);
  core::Parameters range;
  bool complete = true;
  for (const ParameterSpec& spec : range_parameters()) {
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
  const auto spacing = range->text("spacing") == "linear" ? core::Spacing::linear : core::Spacing::log;
  try {
    return core::lambda_grid({range->real("from"), range->real("to"), range->integer("per_decade"), spacing});
  } catch (const core::UserError& error) {
    problems.add(node.place, error.what());
    return std::nullopt;
  }
}

} // namespace experiments
