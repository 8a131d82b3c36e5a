#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "results/record/card_json.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/inspect.hpp"
#include "results/store/hdf5/provenance.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/hdf5/replace_text.hpp"
#include "tests/results/store/hdf5/same_results.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using Catch::Contains;

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

TEST_CASE("provenance says who made a file, with what, where and when", "[provenance]") {
  const Provenance facts = gather_provenance(
      {4, "2024-05-31T12:00:00Z", "2024-05-31T13:00:00Z", "marginlab run x.yaml", "a: 1\n", "{}"});
  for (const char* name :
       {"program", "version", "commit",   "dirty",   "compiler",     "flags",        "hdf5",
        "eigen",   "zlib",    "openssl",  "cpu",     "vector level", "host",         "system",
        "threads", "started", "finished", "command", "config_yaml",  "resolved_json"}) {
    CAPTURE(name);
    REQUIRE(facts.contains(name));
    CHECK_FALSE(facts.at(name).empty());
  }
  CHECK(facts.size() == 20);
  CHECK(facts.at("threads") == "4");
  CHECK(facts.at("started") == "2024-05-31T12:00:00Z");
  CHECK(facts.at("finished") == "2024-05-31T13:00:00Z");
  CHECK(facts.at("command") == "marginlab run x.yaml");
  CHECK(facts.at("config_yaml") == "a: 1\n");
  CHECK(facts.at("resolved_json") == "{}");
  CHECK_THAT(facts.at("hdf5"), Catch::Matches("[0-9]+\\.[0-9]+\\.[0-9]+"));
  CHECK_THAT(facts.at("eigen"), Catch::Matches("[0-9]+\\.[0-9]+\\.[0-9]+"));
  char host[256] = {};
  REQUIRE(gethostname(host, sizeof host - 1) == 0);
  CHECK(facts.at("host") == host);
}

TEST_CASE("the time is UTC to the second in ISO 8601", "[provenance]") {
  CHECK_THAT(utc_now(), Catch::Matches("20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
}

namespace {

/// Renames this column of /failures to something no program knows, and with it every other mention.
void hide(const std::filesystem::path& path, const std::string& name, const std::string& unknown) {
  while (bytes_of(path).find(name) != std::string::npos) replace_text(path, name, unknown);
}

} // namespace

TEST_CASE("failures of format 1.1 are read; they have neither signal nor standard error",
          "[hdf5][roundtrip]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  Results results = example_results(7);
  REQUIRE(std::any_of(results.failures.begin(), results.failures.end(),
                      [](const Failure& failure) { return failure.signal != 0; }));
  write_results(path, results);
  hide(path, "signal", "sigmal"); // names keep their order in the group
  hide(path, "stderr_tail", "stderr_taik");
  replace_text(path, "1.4.0", "1.1.0");
  CHECK_FALSE(same(read_results(path), results));
  for (Failure& failure : results.failures) {
    failure.signal = 0;
    failure.stderr_tail.clear();
  }
  CHECK(same(read_results(path), results));
  CHECK_THAT(describe(path), !Catch::Contains("signals  "));
}

TEST_CASE("a description names study, rows by outcome, provenance and every dataset with shape and unit",
          "[inspect]") {
  const ScratchDirectory scratch;
  Results results = example_results(5);
  results.provenance["config_yaml"] = std::string(99, 'x') + "λλλ\nsecond line\n";
  write_results(scratch / "results.h5", results);
  const std::string text = describe(scratch / "results.h5");
  CAPTURE(text);
  const auto count = [&](std::int32_t outcome) {
    return std::to_string(std::count(results.rows.outcome.begin(), results.rows.outcome.end(), outcome));
  };
  CHECK_THAT(text, Contains("study = wang2008/example\n"));
  CHECK_THAT(text, Contains("title = " + results.card.title + "\n"));
  CHECK_THAT(text, Contains("data_hash = " + results.data_hash + "\n"));
  CHECK_THAT(text, Contains("rows  90: " + count(0) + " ok, " + count(1) + " not converged, " + count(2) +
                            " failed\n"));
  const auto ended_by = [&](int signal) {
    return std::to_string(std::count_if(results.failures.begin(), results.failures.end(),
                                        [&](const Failure& failure) { return failure.signal == signal; }));
  };
  CHECK_THAT(text,
             Contains("signals  " + ended_by(SIGKILL) + " SIGKILL, " + ended_by(SIGSEGV) + " SIGSEGV\n"));
  CHECK_THAT(text, Contains("  signal  int32 [" + count(2) + "]  comment = that ended the process"));
  CHECK_THAT(text, Contains("  stderr_tail  text [" + count(2) + "]"));
  CHECK_THAT(text, Contains("provenance host  here\n"));
  CHECK_THAT(text, Contains(std::string(99, 'x') + " ... (118 bytes, 2 lines)\n"));
  CHECK_THAT(text, Contains("\nreplicates/\n  row  int32 [90]"));
  CHECK_THAT(text, Contains("  gkl  float64 [90]"));
  CHECK_THAT(text,
             Contains("  gkl  float64 [2 x 2 x 2 x 3 x 5]  _FillValue = nan  long_name = GKL  units = 1\n"));
  CHECK_THAT(text, Contains("flag_meanings = ok not_converged failed  flag_values = 0 1 2"));
  CHECK_THAT(text, Contains("  seconds  float64 [90]"));
  CHECK_THAT(text, Contains("units = s"));
  CHECK_THAT(text, Contains("  card_json  text scalar\n"));
  CHECK_THAT(text, Contains("\nseries/\n  criterion/\n    point  int32 ["));
  CHECK_THAT(text, Contains("\ncurves/\n  criterion/\n    data  text [2]"));
  CHECK_THAT(text, Contains("    value  float64 [2 x 2 x 2 x 3 x 5 x 3]"));
  CHECK_THAT(text, Contains("  path/  skipped = pi is not one ascending grid for all cells\n"));
  CHECK_THAT(text, !Contains("REFERENCE_LIST"));
}

TEST_CASE("a cube that would be too large is left out, and the file says so", "[inspect][degenerate]") {
  const ScratchDirectory scratch;
  StudyCard card = example_card(3'000'000);
  const Rows rows{
      {0}, {2'999'999}, {0}, {{"gkl", {1.0}}}, {0.5}, {{"c", {{0}, {{"lambda", {1}}, {"v", {2}}}}}}};
  write_results(scratch / "results.h5", {card, rows, {}, {}, {}});
  const std::string text = describe(scratch / "results.h5");
  CHECK_THAT(text, Contains("cubes/  skipped = a cube would have more than 50000000 entries\n"));
  CHECK_THAT(text, Contains("  c/  skipped = an array would have more than 50000000 entries\n"));
  CHECK(std::filesystem::file_size(scratch / "results.h5") < 200'000);
}

TEST_CASE("a file that is no HDF5 cannot be described", "[inspect][degenerate]") {
  const ScratchDirectory scratch;
  put_bytes(scratch / "notes.txt", "text");
  CHECK_THROWS_AS(describe(scratch / "notes.txt"), core::UserError);
  CHECK_THROWS_AS(describe(scratch / "absent.h5"), core::UserError);
}
