#include "experiments/spec/until.hpp"

#include <limits>

#include "core/parameters.hpp"
#include "experiments/spec/fields.hpp"
#include "experiments/spec/value.hpp"
#include "experiments/spec/vocabulary.hpp"

namespace experiments {
namespace {

core::ParameterSpec error_spec() {
  return {.key = "mcse",
          .kind = core::Kind::real,
          .fallback = {},
          .meaning = "the largest Monte Carlo standard error of a mean",
          .good = 0.002,
          .bad = 0.0,
          .least = std::numeric_limits<double>::min(),
          .most = std::numeric_limits<double>::max()};
}

core::ParameterSpec most_spec(std::int32_t replications) {
  return {.key = "max",
          .kind = core::Kind::integer,
          .fallback = {},
          .meaning = "replications, whatever the error",
          .good = std::int64_t{2000},
          .bad = std::int64_t{0},
          .least = static_cast<double>(replications),
          .most = 1e6};
}

} // namespace

std::optional<Until> read_until(const Node& node, const std::vector<std::string>& metrics,
                                std::int32_t replications, Problems& problems) {
  if (node.shape == Node::Shape::scalar && node.text == "none") return std::nullopt;
  const Fields fields(node, {"'until'", {"mcse", "of", "max"}}, problems);
  if (node.shape != Node::Shape::map) return std::nullopt;
  Until until;
  bool whole = true;
  const auto read = [&](const core::ParameterSpec& spec) -> std::optional<core::Value> {
    const Node* const given = fields.require(spec.key, spec.meaning);
    const auto value = given != nullptr ? read_value(*given, spec, problems) : std::nullopt;
    whole = whole && value.has_value();
    return value;
  };
  if (const auto value = read(error_spec())) until.mcse = std::get<double>(*value);
  if (const auto value = read(most_spec(replications)))
    until.most = static_cast<std::int32_t>(std::get<std::int64_t>(*value));
  const Node* const of = fields.require("of", "the metric whose error is to be small");
  const auto metric =
      of != nullptr ? read_word(*of, {"metric of this study", metrics}, problems) : std::nullopt;
  until.of = metric.value_or("");
  return whole && metric ? std::optional(until) : std::nullopt;
}

} // namespace experiments
