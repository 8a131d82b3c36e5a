#include "results/hdf5/card_json.hpp"

#include <nlohmann/json.hpp>

#include "core/contract.hpp"

// The macros list each struct's fields; a field added to study_card.hpp is added here, or the round-trip test
// fails.
namespace results {
namespace {

/// A field that cards of earlier versions lack keeps its default.
template <class Field>
void read_if_there(const nlohmann::json& from, const char* key, Field& to) {
  if (from.contains(key)) from.at(key).get_to(to);
}

} // namespace

inline void to_json(nlohmann::json& to, const AxisValue& from) {
  to = {{"name", from.name}, {"label", from.label}, {"stands_for", from.stands_for}};
}

inline void from_json(const nlohmann::json& from, AxisValue& to) {
  from.at("name").get_to(to.name);
  from.at("label").get_to(to.label);
  read_if_there(from, "stands_for", to.stands_for);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Axis, name, label, numeric, values)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Setting, key, canonical)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Point, at, setting)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Metric, name, label, meaning, smaller_is_better)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Improvement, name, label, of, axis, over)

inline void to_json(nlohmann::json& to, const Published& from) {
  to = {{"at", from.at}, {"metric", from.metric}, {"value", from.value}, {"se", from.se}, {"sd", from.sd}};
}

inline void from_json(const nlohmann::json& from, Published& to) {
  from.at("at").get_to(to.at);
  from.at("metric").get_to(to.metric);
  from.at("value").get_to(to.value);
  from.at("se").get_to(to.se);
  read_if_there(from, "sd", to.sd);
}

} // namespace results

// An optional is null or its value.
template <class T>
struct nlohmann::adl_serializer<std::optional<T>> {
  static void to_json(json& to, const std::optional<T>& from) { to = from ? json(*from) : json(nullptr); }
  static void from_json(const json& from, std::optional<T>& to) {
    if (from.is_null()) {
      to.reset();
    } else {
      to = from.get<T>();
    }
  }
};

namespace results {

NLOHMANN_JSON_SERIALIZE_ENUM(Average, {{Average::all, "all"}, {Average::nondegenerate, "nondegenerate"}})

inline void to_json(nlohmann::json& to, const Layout& from) {
  to = {{"rows", from.rows},        {"columns", from.columns},         {"metrics", from.metrics},
        {"best", from.best},        {"improvement", from.improvement}, {"decimals", from.decimals},
        {"average", from.average},  {"best_over", from.best_over},     {"readings", from.readings},
        {"heat_map", from.heat_map}};
}

inline void from_json(const nlohmann::json& from, Layout& to) {
  from.at("rows").get_to(to.rows);
  from.at("columns").get_to(to.columns);
  from.at("metrics").get_to(to.metrics);
  from.at("improvement").get_to(to.improvement);
  from.at("best").get_to(to.best);
  from.at("decimals").get_to(to.decimals);
  from.at("heat_map").get_to(to.heat_map);
  read_if_there(from, "average", to.average);
  read_if_there(from, "best_over", to.best_over);
  read_if_there(from, "readings", to.readings);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StudyCard, paper, study, title, seed, replications, axes, settings, points,
                                   metrics, layout, published, published_replications, conventions,
                                   deviations)

std::string to_json(const StudyCard& card) {
  return nlohmann::json(card).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

StudyCard study_card(const std::string& json, const std::string& where) {
  try {
    return nlohmann::json::parse(json).get<StudyCard>();
  } catch (const nlohmann::json::exception& problem) {
    throw core::UserError("'" + where + "' holds no study card (" + problem.what() + ") run the study again");
  }
}

} // namespace results
