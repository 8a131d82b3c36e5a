#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "results/record/card_json.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/support/catch.hpp"

using namespace results;

// Fields are compared one by one, not by their JSON, so that a field the JSON forgets is seen.
TEST_CASE("every field of a card comes back from its JSON", "[card][roundtrip]") {
  const StudyCard card = example_card(7);
  const StudyCard back = study_card(to_json(card), "here");
  CHECK(back.paper == card.paper);
  CHECK(back.study == card.study);
  CHECK(back.title == card.title);
  CHECK(back.seed == card.seed);
  CHECK(back.replications == card.replications);
  CHECK(back.published_replications == card.published_replications);
  CHECK(back.conventions == card.conventions);
  CHECK(back.deviations == card.deviations);
  REQUIRE(back.axes.size() == card.axes.size());
  for (std::size_t i = 0; i < card.axes.size(); ++i) {
    CHECK(back.axes[i].name == card.axes[i].name);
    CHECK(back.axes[i].label == card.axes[i].label);
    CHECK(back.axes[i].numeric == card.axes[i].numeric);
    REQUIRE(back.axes[i].values.size() == card.axes[i].values.size());
    CHECK(back.axes[i].values.back().name == card.axes[i].values.back().name);
    CHECK(back.axes[i].values.back().label == card.axes[i].values.back().label);
  }
  REQUIRE(back.settings.size() == card.settings.size());
  CHECK(back.settings.back().key == card.settings.back().key);
  CHECK(back.settings.back().canonical == card.settings.back().canonical);
  REQUIRE(back.points.size() == card.points.size());
  CHECK(back.points.back().at == card.points.back().at);
  CHECK(back.points.back().setting == card.points.back().setting);
  REQUIRE(back.metrics.size() == 2);
  CHECK(back.metrics[1].name == "cre");
  CHECK(back.metrics[1].label == "CRE");
  CHECK(back.metrics[1].meaning == "cross-entropy");
  CHECK(back.metrics[1].smaller_is_better);
  REQUIRE(back.published.size() == 2);
  CHECK(back.published[1].at == card.published[1].at);
  CHECK(back.published[1].metric == "gkl");
  CHECK(back.published[1].value == ".5660");
  CHECK(back.published[1].se == "0.0014");
  CHECK(back.published[1].sd == "0.0140");
}

TEST_CASE("every field of a layout comes back, present or absent", "[card][roundtrip]") {
  StudyCard card = example_card(1);
  card.layout.decimals = 4;
  card.layout.average = Average::nondegenerate;
  card.metrics[0].smaller_is_better = false;
  StudyCard back = study_card(to_json(card), "here");
  CHECK_FALSE(back.metrics[0].smaller_is_better);
  CHECK(back.layout.rows == card.layout.rows);
  CHECK(back.layout.columns == card.layout.columns);
  CHECK(back.layout.metrics == card.layout.metrics);
  CHECK(back.layout.best == "gkl");
  CHECK(back.layout.decimals == 4);
  CHECK(back.layout.average == Average::nondegenerate);
  REQUIRE(back.layout.improvement.has_value());
  CHECK(back.layout.improvement->name == "improvement_percent");
  CHECK(back.layout.improvement->label == "Improv.");
  CHECK(back.layout.improvement->of == "gkl");
  CHECK(back.layout.improvement->axis == "method");
  CHECK(back.layout.improvement->over == "bracket");
  card.layout.improvement.reset();
  back = study_card(to_json(card), "here");
  CHECK_FALSE(back.layout.improvement.has_value());
}

TEST_CASE("a card of an earlier version, without the keys that came later, takes their defaults",
          "[card][roundtrip]") {
  auto older = nlohmann::json::parse(to_json(example_card(1)));
  for (auto& number : older["published"]) REQUIRE(number.erase("sd") == 1);
  REQUIRE(older["layout"].erase("average") == 1);
  const StudyCard back = study_card(older.dump(), "here");
  CHECK(back.layout.average == Average::all);
  CHECK(back.published[1].se == "0.0014");
  CHECK(back.published[1].sd.empty());
}

TEST_CASE("what is asked of panels comes back", "[card][roundtrip]") {
  StudyCard card = example_card(1);
  card.layout.panels = {{"paired_tests", {{"over", {"data"}}, {"values", {"a", "b"}}}}, {"misclassified"}};
  const auto back = study_card(to_json(card), "here").layout.panels;
  REQUIRE(back.size() == 2);
  CHECK(back[0].panel == "paired_tests");
  CHECK(back[0].parameters == card.layout.panels[0].parameters);
  CHECK(back[1].panel == "misclassified");
  CHECK(back[1].parameters.empty());
}

TEST_CASE("a card of an earlier version, with a key for each panel, asks for the same panels",
          "[card][roundtrip]") {
  StudyCard card = example_card(1);
  card.layout.panels.clear();
  auto older = nlohmann::json::parse(to_json(card));
  REQUIRE(older["layout"].erase("panels") == 1);
  CHECK(study_card(older.dump(), "here").layout.panels.empty());
  older["layout"].update(nlohmann::json::parse(R"({"heat_map":null,"chart":null,"readings":[],
    "paired_tests":null,"misclassified":false})"));
  CHECK(study_card(older.dump(), "here").layout.panels.empty());
  older["layout"].update(nlohmann::json::parse(R"({
    "heat_map":["sigma","lambda"],"readings":["gkl","cre"],"misclassified":true,
    "paired_tests":{"over":"data","among":"method","values":["a","b"],"of":"cre","alpha":0.01,
                    "two_sided":false},
    "chart":{"table":"path","x":"pi","y":["beta_0"],"labels":["β₀"],"x_label":"π","y_label":"",
             "replicate":3,"marks":[],"facts":["slope"],"dots":{"table":"sample","x":"x1","y":"label"}}})"));
  const Layout layout = study_card(older.dump(), "here").layout;
  using Parameters = std::map<std::string, std::vector<std::string>>;
  CHECK(layout.panel("heat_map")->list("axes") == std::vector<std::string>{"sigma", "lambda"});
  CHECK(layout.panel("readings")->list("metrics") == std::vector<std::string>{"gkl", "cre"});
  CHECK(layout.panel("misclassified")->parameters.empty());
  CHECK(layout.panel("paired_tests")->parameters == Parameters{{"over", {"data"}},
                                                               {"among", {"method"}},
                                                               {"values", {"a", "b"}},
                                                               {"of", {"cre"}},
                                                               {"alpha", {"0.01"}},
                                                               {"sides", {"one"}}});
  CHECK(layout.panel("chart")->parameters == Parameters{{"table", {"path"}},
                                                        {"x", {"pi"}},
                                                        {"y", {"beta_0"}},
                                                        {"labels", {"β₀"}},
                                                        {"x_label", {"π"}},
                                                        {"replicate", {"3"}},
                                                        {"facts", {"slope"}},
                                                        {"dots", {"sample", "x1", "label"}}});
}

TEST_CASE("a panel of a card that is none is refused", "[card][degenerate]") {
  auto json = nlohmann::json::parse(to_json(example_card(1)));
  for (const char* panels :
       {"7", "[7]", R"([{"panel":"chart"}])", R"([{"panel":"chart","parameters":{"y":[7]}}])"}) {
    CAPTURE(panels);
    json["layout"]["panels"] = nlohmann::json::parse(panels);
    CHECK_THROWS_WITH(study_card(json.dump(), "that file"), Catch::Contains("that file"));
  }
}

TEST_CASE("every field of ranks and published counts comes back", "[card][roundtrip]") {
  StudyCard card = example_card(1);
  card.layout.mean_over = "data";
  card.layout.rank_over = RankLayout{"data", "method", {"bracket"}, {"gkl", "cre"}, 2, Ties::average};
  card.published_comparable = Comparable::order;
  card.published_tests = {{{{"kernel", "linear"}}, "bracket", "platt", "7"}};
  card.published_tests_over = 11;
  const StudyCard back = study_card(to_json(card), "here");
  CHECK(back.layout.mean_over == "data");
  REQUIRE(back.layout.rank_over.has_value());
  CHECK(back.layout.rank_over->axis == "data");
  CHECK(back.layout.rank_over->among == "method");
  CHECK(back.layout.rank_over->values == card.layout.rank_over->values);
  CHECK(back.layout.rank_over->of == card.layout.rank_over->of);
  CHECK(back.layout.rank_over->decimals == 2);
  CHECK(back.layout.rank_over->ties == Ties::average);
  CHECK(back.published_comparable == Comparable::order);
  REQUIRE(back.published_tests.size() == 1);
  CHECK(back.published_tests[0].at == card.published_tests[0].at);
  CHECK(back.published_tests[0].row == "bracket");
  CHECK(back.published_tests[0].column == "platt");
  CHECK(back.published_tests[0].count == "7");
  CHECK(back.published_tests_over == 11);
  CHECK(back.study == card.study);
}

TEST_CASE("what averages do about failures comes back; a card that does not say drops them",
          "[card][roundtrip]") {
  StudyCard card = example_card(3);
  for (const FailurePolicy policy : {FailurePolicy::drop, FailurePolicy::worst, FailurePolicy::error}) {
    card.layout.failures = policy;
    CHECK(study_card(to_json(card), "here").layout.failures == policy);
  }
  auto older = nlohmann::json::parse(to_json(card));
  CHECK(older["layout"].erase("failures") == 1);
  CHECK(study_card(older.dump(), "here").layout.failures == FailurePolicy::drop);
}

TEST_CASE("a card without averages over an axis reads as one that has none", "[card][roundtrip]") {
  auto older = nlohmann::json::parse(to_json(example_card(1)));
  for (const char* key : {"mean_over", "rank_over"}) REQUIRE(older["layout"].erase(key) == 1);
  for (const char* key : {"published_comparable", "published_tests", "published_tests_over"})
    REQUIRE(older.erase(key) == 1);
  const StudyCard back = study_card(older.dump(), "here");
  CHECK(back.layout.mean_over.empty());
  CHECK_FALSE(back.layout.rank_over.has_value());
  CHECK(back.published_comparable == Comparable::value);
  CHECK(back.published_tests.empty());
}

TEST_CASE("the names of observations come back; a card without them has none", "[card][roundtrip]") {
  StudyCard card = example_card(1);
  card.observation_names = {{"example1", {"patient 39", "patient 40"}}};
  CHECK(study_card(to_json(card), "here").observation_names == card.observation_names);
  auto older = nlohmann::json::parse(to_json(card));
  REQUIRE(older.erase("observation_names") == 1);
  CHECK(study_card(older.dump(), "here").observation_names.empty());
}

TEST_CASE("text that is no card is refused, naming where it lies", "[card][degenerate]") {
  for (const std::string text : {"", "{", "[]", "{}", "{\"paper\":1}"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(study_card(text, "that file"), Catch::Contains("that file"));
    CHECK_THROWS_AS(study_card(text, "that file"), core::UserError);
  }
  auto incomplete = nlohmann::json::parse(to_json(example_card(1)));
  incomplete.erase("seed");
  CHECK_THROWS_WITH(study_card(incomplete.dump(), "that file"), Catch::Contains("seed"));
}
