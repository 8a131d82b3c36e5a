#include "experiments/spec/range.hpp"

#include "core/parameters.hpp"
#include "core/tuning/lambda_grid.hpp"
#include "experiments/spec/fields.hpp"
#include "experiments/spec/value.hpp"

namespace experiments {
namespace {

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
