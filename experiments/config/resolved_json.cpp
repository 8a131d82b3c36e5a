#include "experiments/config/resolved_json.hpp"

#include <nlohmann/json.hpp>

#include "experiments/config/layout.hpp"

namespace experiments {
namespace {

using Json = nlohmann::json; // its objects are sorted by key

Json to_json(const core::Choice& choice) {
  Json parameters = Json::object();
  for (const auto& [key, value] : choice.parameters.values())
    std::visit([&, &key = key](const auto& v) { parameters[key] = v; }, value);
  return {{"id", choice.id},
          {"name", choice.name},
          {"label", choice.label},
          {"revision", choice.revision},
          {"parameters", parameters}};
}

Json to_json(const Option& option) {
  Json json = to_json(option.choice);
  json["swept"] = option.swept;
  return json;
}

Json to_json(const MethodOption& option) {
  Json json = to_json(option.method);
  json["tuning"] = to_json(option.tuning);
  json["swept"] = option.swept;
  return json;
}

Json to_json(const results::Axis& axis) {
  Json values = Json::array();
  for (const results::AxisValue& value : axis.values)
    values.push_back({{"name", value.name}, {"label", value.label}, {"stands_for", value.stands_for}});
  return {{"name", axis.name}, {"label", axis.label}, {"numeric", axis.numeric}, {"values", values}};
}

Json to_json(const results::RankLayout& ranks) {
  return {
      {"axis", ranks.axis},         {"among", ranks.among},
      {"values", ranks.values},     {"of", ranks.of},
      {"decimals", ranks.decimals}, {"ties", ranks.ties == results::Ties::smallest ? "smallest" : "average"}};
}

Json to_json(const std::vector<results::PanelRequest>& panels) {
  Json json = Json::array();
  for (const results::PanelRequest& request : panels)
    json.push_back({{"panel", request.panel}, {"parameters", request.parameters}});
  return json;
}

Json to_json(const results::Layout& layout) {
  Json json{{"rows", layout.rows},
            {"columns", layout.columns},
            {"metrics", layout.metrics},
            {"best", layout.best},
            {"decimals", layout.decimals},
            {"average", layout.average == results::Average::all ? "all" : "nondegenerate"},
            {"best_over", layout.best_over},
            {"mean_over", layout.mean_over},
            {"panels", to_json(layout.panels)}};
  if (const auto& improvement = layout.improvement)
    json["improvement"] = {{"name", improvement->name},
                           {"label", improvement->label},
                           {"of", improvement->of},
                           {"axis", improvement->axis},
                           {"over", improvement->over}};
  if (layout.rank_over) json["rank_over"] = to_json(*layout.rank_over);
  return json;
}

Json to_json(const results::Published& number) {
  return {{"at", number.at},
          {"metric", number.metric},
          {"value", number.value},
          {"se", number.se},
          {"sd", number.sd}};
}

Json to_json(const results::PublishedCount& count) {
  return {{"at", count.at}, {"row", count.row}, {"column", count.column}, {"count", count.count}};
}

Json to_json(const std::optional<Until>& until) {
  return until ? Json{{"mcse", until->mcse}, {"of", until->of}, {"max", until->most}} : Json("none");
}

template <class T>
Json to_array(const std::vector<T>& list) {
  Json array = Json::array();
  for (const T& element : list) array.push_back(to_json(element));
  return array;
}

} // namespace

std::string resolved_json(const Study& study) {
  const Json json{
      {"paper", study.paper},
      {"name", study.name},
      {"title", study.title},
      {"seed", study.seed},
      {"replications", study.replications},
      {"until", to_json(study.until)},
      {"data", to_array(study.data)},
      {"classifiers", to_array(study.classifiers)},
      {"methods", to_array(study.methods)},
      {"metrics", study.metrics},
      {"axes", to_array(study.axes)},
      {"layout", to_json(study.layout)},
      {"failures", failure_policy_word(study.layout.failures)},
      {"published", to_array(study.published)},
      {"published_replications", study.published_replications},
      {"published_comparable", study.published_comparable == results::Comparable::order ? "order" : "value"},
      {"published_tests", to_array(study.published_tests)},
      {"published_tests_over", study.published_tests_over},
      {"conventions", study.conventions},
      {"deviations", study.deviations}};
  // A path need not be UTF-8; what the file says is.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace experiments
