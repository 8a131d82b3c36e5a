#include <set>
#include <string>

#include "core/contract.hpp"
#include "core/settings/parameter.hpp"
#include "datasets/real/protocol_parameters.hpp"
#include "datasets/real/user_file.hpp"
#include "datasets/real/user_table.hpp"
#include "results/record/card_json.hpp"
#include "results/record/study_card.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"

// A word that is not listed stands for nothing: no default takes its place.
namespace {

using experiments::Setting;

const std::string unknown = "no such word";

/// Each parameter of an entry that takes listed words, with an unknown one in the place where it matters.
std::vector<core::Choice> with_unknown_words(const core::Entry& entry) {
  std::vector<core::Choice> out;
  for (const auto& spec : entry.parameters) {
    if (spec.words.empty() || spec.is_place) continue; // no name keeps a place
    out.push_back(conformance::chosen(entry));
    if (spec.only_with) out.back().parameters.set(spec.only_with->first, spec.only_with->second);
    out.back().parameters.set(spec.key, unknown);
    out.back().name = spec.key;
  }
  return out;
}

/// Visits every such choice of the catalogue in a setting that is sound otherwise.
template <class Visit>
void for_each_unknown_word(Visit visit) {
  const auto& all = experiments::catalogue();
  const Setting sound{conformance::chosen(all.data.front()), conformance::chosen(all.classifiers.front()),
                      conformance::chosen(experiments::find(experiments::methods(), "bracket").entry),
                      conformance::chosen(all.criteria.front()), 1};
  const auto visit_all = [&](const std::vector<core::Entry>& entries, core::Choice Setting::* place) {
    for (const auto& entry : entries)
      for (const auto& choice : with_unknown_words(entry)) {
        CAPTURE(choice.id, choice.name);
        Setting setting = sound;
        setting.*place = choice;
        visit(setting, choice);
      }
  };
  visit_all(all.data, &Setting::data);
  visit_all(all.classifiers, &Setting::classifier);
  visit_all(all.methods, &Setting::method);
  visit_all(all.criteria, &Setting::tuning);
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const auto at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), by);
}

} // namespace

TEST_CASE("a typed parameter gives what its word stands for, and throws for a word it does not list",
          "[conformance]") {
  const auto size = core::word<int>("size", "how large", {{"small", 1}, {"large", 9}}).or_else(9);
  const auto by = core::word<int>("by", "whose", {{"me", 1}}).only_with(size, 1);
  CHECK(core::ParameterSpec(size).fallback == core::Value(std::string("large")));
  CHECK(core::ParameterSpec(by).only_with == std::pair<std::string, std::string>("size", "small"));
  CHECK(core::ParameterSpec(size.among({"small"})).words == std::vector<std::string>{"small"});
  CHECK_THROWS_AS(size.among({"huge"}), std::logic_error);
  CHECK_THROWS_AS(size.or_else(3), std::logic_error);
  core::Parameters p;
  CHECK_THROWS_AS(size.of(p), std::logic_error);
  CHECK(size.of(p, 5) == 5);
  p.set("size", std::string("small"));
  CHECK(size.of(p, 5) == 1);
  p.set("size", std::string("huge"));
  CHECK_THROWS_WITH(size.of(p, 5), Catch::Contains("huge") && Catch::Contains("small, large"));
}

TEST_CASE("a stored setting with an unknown word is refused, whatever listed thing it is about",
          "[conformance]") {
  int met = 0;
  for_each_unknown_word([&](const Setting& setting, const core::Choice&) {
    ++met;
    CHECK_THROWS_AS(experiments::parse_setting(canonical(setting)), core::UserError);
  });
  CHECK(met > 20);
}

TEST_CASE("nothing is built from an unknown word", "[conformance]") {
  int met = 0;
  for_each_unknown_word([&](const Setting& setting, const core::Choice& choice) {
    if (setting.data.id == choice.id && experiments::find(experiments::data_sets(), choice.id).needs_files)
      return;
    ++met;
    const auto build = [&] {
      build_source(setting);
      build_estimator(setting);
    };
    CHECK_THROWS_AS(build(), std::logic_error);
  });
  CHECK(met > 10);
}

TEST_CASE("no data set in files is read or divided by an unknown word", "[conformance]") {
  for (const auto& row : datasets::catalog()) {
    if (!row.needs_files) continue;
    for (const auto& choice : with_unknown_words(row.entry)) {
      CAPTURE(choice.id, choice.name);
      const bool of_protocol =
          std::set<std::string>{"split", "sampling", "standardise", "genes", "genes_on"}.contains(
              choice.name);
      if (of_protocol) CHECK_THROWS_AS(datasets::real::protocol_of(choice.parameters), std::logic_error);
      if (of_protocol || choice.id != "file") continue;
      const auto read = [&] {
        datasets::real::user_table({"rows.csv", "a,b\n1,2\n"}, choice.parameters);
        datasets::real::missing_fields(choice.parameters);
        datasets::real::user_words(choice.parameters);
        datasets::real::user_classes(choice.parameters);
      };
      CHECK_THROWS_AS(read(), std::logic_error);
    }
  }
}

TEST_CASE("a stored card with an unknown word is refused in a sentence that lists the known ones",
          "[conformance]") {
  results::StudyCard card;
  card.axes = {{"data", "Data", false, {{"one", "One"}}}, {"method", "Method", false, {{"a", "A"}}}};
  card.layout.rank_over.emplace();
  card.layout.rank_over->axis = "data";
  card.layout.rank_over->among = "method";
  const std::string json = results::to_json(card);
  CHECK(results::to_json(results::study_card(json, "x.h5")) == json);
  for (const auto& [key, word, known] :
       {std::tuple{"average", "all", "all, nondegenerate, unrounded"},
        std::tuple{"failures", "drop", "drop, worst, error"},
        std::tuple{"ties", "smallest", "smallest, average"},
        std::tuple{"published_comparable", "value", "value, digits, order"}}) {
    CAPTURE(key);
    const std::string pair = "\"" + std::string(key) + "\":\"";
    const std::string wrong = replaced(json, pair + word + '"', pair + "smalest\"");
    CHECK_THROWS_AS(results::study_card(wrong, "x.h5"), core::UserError);
    CHECK_THROWS_WITH(results::study_card(wrong, "x.h5"),
                      Catch::Contains("x.h5") && Catch::Contains("smalest") && Catch::Contains(known));
  }
}
