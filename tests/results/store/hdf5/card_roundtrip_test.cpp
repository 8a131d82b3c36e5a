#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "results/record/card_json.hpp"
#include "tests/results/store/hdf5/example_study.hpp"

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
  CHECK(back.layout.heat_map == card.layout.heat_map);
  CHECK(back.layout.average == Average::nondegenerate);
  REQUIRE(back.layout.improvement.has_value());
  CHECK(back.layout.improvement->name == "improvement_percent");
  CHECK(back.layout.improvement->label == "Improv.");
  CHECK(back.layout.improvement->of == "gkl");
  CHECK(back.layout.improvement->axis == "method");
  CHECK(back.layout.improvement->over == "bracket");
  CHECK_FALSE(back.layout.chart.has_value());
  card.layout.heat_map.reset();
  card.layout.improvement.reset();
  back = study_card(to_json(card), "here");
  CHECK_FALSE(back.layout.heat_map.has_value());
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

TEST_CASE("every field of a chart comes back; a layout without one reads as one without",
          "[card][roundtrip]") {
  StudyCard card = example_card(1);
  card.layout.chart =
      ChartLayout{"path", "pi", {"beta_0", "w_1"}, {"β₀", "w₁"}, "π", "value", 3, {"flat_until"}};
  const auto chart = study_card(to_json(card), "here").layout.chart;
  REQUIRE(chart.has_value());
  CHECK(chart->table == "path");
  CHECK(chart->x == "pi");
  CHECK(chart->y == card.layout.chart->y);
  CHECK(chart->labels == card.layout.chart->labels);
  CHECK(chart->x_label == "π");
  CHECK(chart->y_label == "value");
  CHECK(chart->replicate == 3);
  CHECK(chart->marks == card.layout.chart->marks);
  CHECK(chart->facts.empty());
  CHECK_FALSE(chart->dots.has_value());
  auto without = nlohmann::json::parse(to_json(card));
  REQUIRE(without["layout"]["chart"].erase("facts") == 1);
  REQUIRE(without["layout"]["chart"].erase("dots") == 1);
  CHECK(study_card(without.dump(), "here").layout.chart->marks == card.layout.chart->marks);
  without["layout"].erase("chart");
  CHECK_FALSE(study_card(without.dump(), "here").layout.chart.has_value());
}

TEST_CASE("every field of ranks, paired tests and published counts comes back", "[card][roundtrip]") {
  StudyCard card = example_card(1);
  card.layout.mean_over = "data";
  card.layout.rank_over = RankLayout{"data", "method", {"bracket"}, {"gkl", "cre"}, 2, Ties::average};
  card.layout.paired_tests = PairedTestLayout{"data", "method", {"bracket"}, "cre", 0.01, false};
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
  REQUIRE(back.layout.paired_tests.has_value());
  CHECK(back.layout.paired_tests->over == "data");
  CHECK(back.layout.paired_tests->among == "method");
  CHECK(back.layout.paired_tests->values == card.layout.paired_tests->values);
  CHECK(back.layout.paired_tests->of == "cre");
  CHECK(back.layout.paired_tests->alpha == 0.01);
  CHECK_FALSE(back.layout.paired_tests->two_sided);
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
  for (const char* key : {"mean_over", "rank_over", "paired_tests"}) REQUIRE(older["layout"].erase(key) == 1);
  for (const char* key : {"published_comparable", "published_tests", "published_tests_over"})
    REQUIRE(older.erase(key) == 1);
  const StudyCard back = study_card(older.dump(), "here");
  CHECK(back.layout.mean_over.empty());
  CHECK_FALSE(back.layout.rank_over.has_value());
  CHECK_FALSE(back.layout.paired_tests.has_value());
  CHECK(back.published_comparable == Comparable::value);
  CHECK(back.published_tests.empty());
}

TEST_CASE(
    "the facts and dots of a chart and the names of observations come back; a card without them has none",
    "[card][roundtrip]") {
  StudyCard card = example_card(1);
  card.layout.misclassified = true;
  card.observation_names = {{"example1", {"patient 39", "patient 40"}}};
  card.layout.chart = ChartLayout{"curve", "x", {"svm"}, {"SVM"}, "x", "f", 0, {}};
  card.layout.chart->facts = {"slope"};
  card.layout.chart->dots = DotsLayout{"sample", "x1", "label"};
  const StudyCard back = study_card(to_json(card), "here");
  CHECK(back.layout.misclassified);
  CHECK(back.observation_names == card.observation_names);
  CHECK(back.layout.chart->facts == card.layout.chart->facts);
  REQUIRE(back.layout.chart->dots.has_value());
  CHECK(back.layout.chart->dots->table == "sample");
  CHECK(back.layout.chart->dots->x == "x1");
  CHECK(back.layout.chart->dots->y == "label");
  auto older = nlohmann::json::parse(to_json(card));
  REQUIRE(older.erase("observation_names") == 1);
  REQUIRE(older["layout"].erase("misclassified") == 1);
  CHECK(study_card(older.dump(), "here").observation_names.empty());
  CHECK_FALSE(study_card(older.dump(), "here").layout.misclassified);
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
