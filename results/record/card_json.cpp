#include "results/record/card_json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "core/settings/parameters.hpp"
#include "results/record/hash.hpp"
#include "results/record/soundness.hpp"
#include "results/record/study_card.hpp"

// A choice is its word; a word that is not listed is an error, because any other value would be another
// study.
template <class E>
  requires requires(E choice) { results::words_of(choice); }
struct nlohmann::adl_serializer<E> {
  static void to_json(json& to, E from) { to = results::word(from); }
  static void from_json(const json& from, E& to) {
    const auto words = results::words_of(E{});
    const auto value = words.find(from.get<std::string>());
    if (!value) throw core::UserError(from.dump() + " is none of " + words.listed());
    to = *value;
  }
};

// The macros list each struct's fields; a field added to study_card.hpp is added here, or the round-trip test
// fails.
namespace results {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(AxisValue, name, label, stands_for)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Axis, name, label, numeric, values)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Setting, key, canonical)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Point, at, setting)

void to_json(nlohmann::json& json, const Metric& metric) {
  json = {{"name", metric.name},
          {"label", metric.label},
          {"meaning", metric.meaning},
          {"smaller_is_better", metric.smaller_is_better}};
  if (!metric.program.empty()) json["program"] = metric.program;
}

void from_json(const nlohmann::json& json, Metric& metric) {
  json.at("name").get_to(metric.name);
  json.at("label").get_to(metric.label);
  json.at("meaning").get_to(metric.meaning);
  json.at("smaller_is_better").get_to(metric.smaller_is_better);
  metric.program = json.value("program", "");
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Improvement, name, label, of, axis, over)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Published, at, metric, value, se, sd)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PublishedCount, at, row, column, count)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ClaimRow, claim, at, metric, relation, axis, left, right, tolerance)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Claim, name, wording, rows)

void to_json(nlohmann::json& json, const NamedCause& cause) {
  json = {{"data", cause.data}, {"metric", cause.metric}, {"cause", cause.cause}, {"because", cause.because}};
  if (!cause.study.empty()) json["study"] = cause.study;
}

void from_json(const nlohmann::json& json, NamedCause& cause) {
  json.at("data").get_to(cause.data);
  json.at("metric").get_to(cause.metric);
  json.at("cause").get_to(cause.cause);
  json.at("because").get_to(cause.because);
  cause.study = json.value("study", "");
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RankLayout, axis, among, values, of, decimals, ties)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PanelRequest, panel, parameters)

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

// What a layout may leave out, a file need not have.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Layout, rows, columns, metrics, improvement, best, decimals,
                                                average, best_over, mean_over, rank_over, panels, failures,
                                                spread, diagnostics)

namespace {

/// What the first files had, and every card must have.
struct Required : StudyCard {};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Required, paper, study, title, seed, replications, axes, settings, points,
                                   metrics, layout, published, published_replications, conventions,
                                   deviations)

/// What a file need not have.
struct Optional : StudyCard {};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Optional, published_comparable, published_tests,
                                                published_tests_over, observation_names, claims,
                                                published_attainable, causes, margins, paths,
                                                published_source)

/// Every whole number of a card but its seed is an int32, and its fractions are small: what else stands in a
/// file would become some other number on its way into the card.
bool are_plausible(const nlohmann::json& card) {
  constexpr double most = 2147483647;
  std::vector<const nlohmann::json*> left{&card}; // not by recursion: a file may nest as deep as it is long
  while (!left.empty()) {
    const nlohmann::json& value = *left.back();
    left.pop_back();
    const bool is_seed = card.is_object() && card.contains("seed") && &value == &card["seed"];
    if (value.is_structured())
      for (const nlohmann::json& member : value) left.push_back(&member);
    else if (is_seed ? !value.is_number_unsigned()
                     : value.is_number() && !(std::abs(value.get<double>()) <= most))
      return false;
  }
  return true;
}

using Json = nlohmann::json;

/// The words of one value of an older card, a number as its shortest decimal; of an object those of its
/// members.
std::vector<std::string> texts_of(const Json& value) {
  std::vector<std::string> out;
  if (value.is_number_float()) return {core::shortest(value.get<double>())};
  if (value.is_number()) return {std::to_string(value.get<std::int64_t>())};
  if (value.is_string() && !value.get_ref<const std::string&>().empty()) return {value.get<std::string>()};
  if (value.is_structured())
    for (const Json& member : value) out.push_back(member.get<std::string>());
  return out;
}

PanelRequest request_of(const std::string& panel, const Json& parameters) {
  PanelRequest out{panel};
  for (const auto& [key, value] : parameters.items())
    if (auto words = texts_of(value); !words.empty()) out.parameters[key] = std::move(words);
  return out;
}

/// Cards of older versions have a key of the layout for each panel, in a shape of its own.
std::vector<PanelRequest> older_panels(const Json& layout) {
  std::vector<PanelRequest> out;
  const auto member = [&](const char* key) { return layout.value(key, Json()); };
  if (Json tests = member("paired_tests"); tests.is_object()) {
    tests["sides"] = tests.value("two_sided", true) ? "two" : "one";
    tests.erase("two_sided");
    out.push_back(request_of("paired_tests", tests));
  }
  if (const Json metrics = member("readings"); !metrics.empty())
    out.push_back(request_of("readings", {{"metrics", metrics}}));
  if (member("misclassified") == true) out.push_back({"misclassified"});
  if (const Json axes = member("heat_map"); !axes.empty())
    out.push_back(request_of("heat_map", {{"axes", axes}}));
  if (const Json chart = member("chart"); chart.is_object()) out.push_back(request_of("chart", chart));
  return out;
}

// What stands before and behind the checksum of a sealed card.
constexpr const char* seal_mark = ",\"card_sha256\":\"";
constexpr const char* seal_end = "\"}";

core::UserError no_card(const std::string& where, const std::string& reason) {
  return core::UserError("'" + where + "' holds no study card (" + reason + ") run the study again");
}

} // namespace

std::string to_json(const StudyCard& card) {
  nlohmann::json json(Required{card});
  json.update(Optional{card});
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

StudyCard study_card(const std::string& json, const std::string& where) {
  try {
    const auto parsed = nlohmann::json::parse(json);
    core::require(are_plausible(parsed), "a number of it is out of range");
    Optional card{parsed.get<Required>()};
    from_json(parsed, card);
    for (PanelRequest& panel : older_panels(parsed.at("layout")))
      card.layout.panels.push_back(std::move(panel));
    const std::string fault = fault_of(card);
    core::require(fault.empty(), fault);
    return card;
  } catch (const nlohmann::json::exception& problem) {
    throw no_card(where, problem.what());
  } catch (const core::UserError& problem) {
    throw no_card(where, problem.what());
  }
}

std::string sealed_json(const StudyCard& card) {
  std::string text = to_json(card);
  text.back() = ',';
  text += "\"design_hash\":\"" + design_hash(card) + '"';
  return text + seal_mark + core::sha256_hex(text) + seal_end;
}

bool is_sealed(const std::string& json, const std::string& where) {
  const std::size_t mark = json.rfind(seal_mark);
  if (mark == std::string::npos) return false;
  const std::string text = json.substr(0, mark);
  const std::string seal = seal_mark + core::sha256_hex(text) + seal_end;
  if (std::string_view(json).substr(mark) != seal)
    throw no_card(where, "its text does not add up to its checksum: it was changed or damaged");
  return true;
}

void require_keys(const StudyCard& card, const std::string& where) {
  for (const Setting& setting : card.settings)
    if (core::sha256_hex(setting.canonical, setting.key.size()) != setting.key || setting.key.size() != 32)
      throw no_card(where, "the key of a setting is not that of its text: " + setting.key);
}

} // namespace results
