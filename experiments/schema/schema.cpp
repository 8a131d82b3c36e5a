#include "experiments/schema/schema.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "experiments/blocks/block.hpp"
#include "experiments/blocks/layout.hpp"
#include "experiments/config/overrides.hpp"
#include "experiments/published/published.hpp"
#include "results/report/panels/compose.hpp"

namespace experiments {
namespace {

using Json = nlohmann::ordered_json;

Json ref(const std::string& definition) {
  return {{"$ref", "#/$defs/" + definition}};
}

Json any_of(std::initializer_list<Json> alternatives) {
  return {{"anyOf", alternatives}};
}

Json number(const char* type, const core::ParameterSpec& spec) {
  Json out{{"type", type}};
  if (std::isfinite(spec.least)) out["minimum"] = spec.least;
  if (std::isfinite(spec.most)) out["maximum"] = spec.most;
  return out;
}

/// One value of the parameter.
Json value_schema(const core::ParameterSpec& spec) {
  if (spec.written == core::ParameterSpec::Written::list && !spec.lone_word.empty())
    return any_of({{{"type", "array"}}, {{"const", spec.lone_word}}});
  if (spec.written == core::ParameterSpec::Written::list) return {{"type", "array"}};
  if (spec.written == core::ParameterSpec::Written::map) return {{"type", "object"}};
  switch (spec.kind) {
    case core::Kind::integer:
      return number("integer", spec);
    case core::Kind::real:
      return number("number", spec);
    case core::Kind::text:
      return spec.words.empty() ? Json{{"type", {"string", "number"}}} : Json{{"enum", spec.words}};
    case core::Kind::reals:
      return any_of(
          {number("number", spec), {{"type", "array"}, {"items", number("number", spec)}}, ref("range")});
  }
  throw std::logic_error("a kind of parameter");
}

Json parameter_schema(const core::ParameterSpec& spec) {
  const bool can_sweep = spec.written == core::ParameterSpec::Written::plain;
  Json out = can_sweep ? any_of({value_schema(spec), ref("grid")}) : value_schema(spec);
  std::string meaning = spec.meaning;
  if (spec.only_with) meaning += "; only with " + spec.only_with->first + ": " + spec.only_with->second;
  out["description"] = meaning;
  if (spec.fallback) std::visit([&](const auto& value) { out["default"] = value; }, *spec.fallback);
  return out;
}

Json own_key(const std::string& key) {
  if (key == "tuning") return ref("tuning");
  return {{"type", {"string", "number"}}};
}

/// The keys of a block that names this entry.
Json entry_schema(const core::Entry& entry, const BlockKind& kind) {
  Json properties = Json::object();
  properties[kind.id_key] = {
      {"const", entry.id},
      {"description", entry.meaning + (entry.source.empty() ? "" : " [" + entry.source + "]")}};
  for (const std::string& key : kind.own_keys) properties[key] = own_key(key);
  for (const core::ParameterSpec& spec : entry.parameters) properties[spec.key] = parameter_schema(spec);
  return {{"properties", properties}, {"additionalProperties", false}};
}

Json block_schema(const BlockKind& kind) {
  Json ids = Json::array(), cases = Json::array();
  for (const core::Entry& entry : *kind.entries) {
    ids.push_back(entry.id);
    const Json is_it{{"required", {kind.id_key}}, {"properties", {{kind.id_key, {{"const", entry.id}}}}}};
    cases.push_back({{"if", is_it}, {"then", entry_schema(entry, kind)}});
  }
  return {{"type", "object"},
          {"required", {kind.id_key}},
          {"properties", {{kind.id_key, {{"enum", ids}}}}},
          {"allOf", cases}};
}

/// A map of these keys, whose values the reader judges alone.
Json keys_schema(const std::vector<std::string>& keys) {
  Json properties = Json::object();
  for (const std::string& key : keys) properties[key] = Json::object();
  return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
}

/// The older key of a panel is accepted, and an editor strikes it out.
Json layout_schema() {
  Json schema = keys_schema(layout_keys());
  for (const results::PanelEntry& entry : results::panels())
    if (!entry.always)
      schema["properties"][entry.name] = {{"deprecated", true}, {"description", "write it under panels"}};
  return schema;
}

Json list_of(const Json& item) {
  return {{"type", "array"}, {"items", item}};
}

Json metrics_schema(const Catalogue& catalogue) {
  Json cases = Json::array();
  for (const auto& metric : catalogue.metrics)
    cases.push_back({{"const", metric.name}, {"description", metric.label + ": " + metric.meaning}});
  cases.push_back(ref("metrics"));
  return list_of({{"oneOf", cases}});
}

Json top_level_schema(const std::string& key, const Catalogue& catalogue) {
  if (key == "data" || key == "classifiers" || key == "methods") return list_of(ref(key));
  if (key == "metrics") return metrics_schema(catalogue);
  if (key == "seed") return {{"type", "integer"}, {"minimum", 0}};
  if (key == "replications") return {{"type", "integer"}, {"minimum", 1}, {"maximum", 1'000'000}};
  if (key == "until") return any_of({{{"const", "none"}}, keys_schema({"mcse", "of", "max"})});
  if (key == "layout") return layout_schema();
  if (key == "published") return keys_schema(published_keys());
  if (key == "conventions" || key == "deviations") return list_of({{"type", "string"}});
  if (key == "title" || key == "paper" || key == "extends") return {{"type", "string"}};
  return Json::object();
}

Json definitions(const Catalogue& catalogue) {
  const BlockKinds kinds = block_kinds(catalogue);
  const Json real{{"type", "number"}};
  const Json range{{"from", real},
                   {"to", real},
                   {"per_decade", {{"type", "integer"}}},
                   {"spacing", {{"enum", {"log", "linear"}}}}};
  return {{"grid",
           {{"type", "object"},
            {"required", {"grid"}},
            {"properties", {{"grid", {{"description", "the values of a sweep, an alternative each"}}}}},
            {"additionalProperties", false}}},
          {"range",
           {{"type", "object"},
            {"required", {"from", "to"}},
            {"properties", range},
            {"additionalProperties", false}}},
          {"data", block_schema(kinds.data)},
          {"classifiers", block_schema(kinds.classifier)},
          {"methods", block_schema(kinds.method)},
          {"tuning", block_schema(kinds.criterion)},
          {"metrics", block_schema(kinds.metric)}};
}

} // namespace

std::string schema_text(const Catalogue& catalogue) {
  Json properties = Json::object();
  for (const std::string& key : top_level_keys()) properties[key] = top_level_schema(key, catalogue);
  const Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
                    {"title", "A study of marginlab"},
                    {"type", "object"},
                    {"properties", properties},
                    {"additionalProperties", false},
                    {"$defs", definitions(catalogue)}};
  return schema.dump(1) + "\n";
}

} // namespace experiments
