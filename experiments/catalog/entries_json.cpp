#include "experiments/catalog/entries_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "experiments/catalog/methods.hpp"

namespace experiments {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson listed_value(const core::Value& value) {
  return std::visit([](const auto& held) { return OrderedJson(held); }, value);
}

const char* word_of_kind(core::Kind kind) {
  switch (kind) {
    case core::Kind::integer:
      return "integer";
    case core::Kind::real:
      return "real";
    case core::Kind::text:
      return "text";
    case core::Kind::reals:
      return "reals";
  }
  throw std::logic_error("a kind of parameter");
}

OrderedJson listed_parameter(const core::ParameterSpec& spec) {
  OrderedJson out{{"key", spec.key}, {"kind", word_of_kind(spec.kind)}, {"meaning", spec.meaning}};
  out["required"] = !spec.fallback.has_value();
  out["default"] = spec.fallback ? listed_value(*spec.fallback) : OrderedJson(nullptr);
  if (!spec.words.empty()) out["words"] = spec.words;
  if (std::isfinite(spec.least)) out["least"] = spec.least;
  if (std::isfinite(spec.most)) out["most"] = spec.most;
  if (spec.only_with) out["only_with"] = {{"key", spec.only_with->first}, {"word", spec.only_with->second}};
  return out;
}

OrderedJson listed_entry(const core::Entry& entry, bool is_method) {
  OrderedJson out{
      {"id", entry.id}, {"label", entry.label}, {"meaning", entry.meaning}, {"source", entry.source}};
  const bool is_any = entry.most_classes == core::any_classes;
  if (is_method) {
    out["classes"] = {entry.least_classes, is_any ? OrderedJson(nullptr) : OrderedJson(entry.most_classes)};
    out["takes_classifier"] = entry.takes_classifier;
    out["takes_lambda"] = entry.takes_lambda;
    out["decides_only"] = entry.decides_only;
    out["takes_weights"] = find(methods(), entry.id).takes_weights;
  }
  out["parameters"] = OrderedJson::array();
  for (const core::ParameterSpec& spec : entry.parameters)
    out["parameters"].push_back(listed_parameter(spec));
  return out;
}

OrderedJson metrics_json() {
  OrderedJson out = OrderedJson::array();
  for (const auto& metric : catalogue().metrics)
    out.push_back({{"id", metric.name}, {"label", metric.label}, {"meaning", metric.meaning}});
  return out;
}

} // namespace

const std::vector<std::string>& entry_kinds() {
  static const std::vector<std::string> kinds{"data", "classifiers", "methods", "criteria", "metrics"};
  return kinds;
}

std::string entries_json(const std::string& kind) {
  const Catalogue& all = catalogue();
  std::string kinds;
  for (const std::string& known : entry_kinds()) kinds += (kinds.empty() ? "" : ", ") + known;
  const auto* entries = kind == "data"          ? &all.data
                        : kind == "classifiers" ? &all.classifiers
                        : kind == "methods"     ? &all.methods
                        : kind == "criteria"    ? &all.criteria
                                                : nullptr;
  core::require(entries != nullptr || kind == "metrics",
                "There is no kind '" + kind + "'. The kinds are " + kinds + ".");
  OrderedJson out = OrderedJson::array();
  if (entries == nullptr) return metrics_json().dump(1);
  for (const core::Entry& entry : *entries) out.push_back(listed_entry(entry, kind == "methods"));
  return out.dump(1);
}

} // namespace experiments
