#include <nlohmann/json.hpp>
#include <set>

#include "results/store/journal.hpp"
#include "results/store/run_directory.hpp"
#include "tests/reproducibility/pages/page.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using Json = nlohmann::json;

// What the verbs print with --json, and that docs/json.md says it.

namespace {

/// A finished study of 24 cells, and the same with another seed.
struct TwoRuns {
  Scratch scratch;
  std::string config, one, other;

  TwoRuns() {
    config = scratch.write("s.yaml", study(bracket_item + platt_item)).string();
    one = (scratch / "one").string();
    other = (scratch / "other").string();
    REQUIRE(run_quietly(config, one, 1, {"replications=3"}) == 0);
    REQUIRE(run_quietly(config, other, 1, {"replications=3", "seed=6"}) == 0);
  }

  /// Each verb with its words, without --json.
  std::vector<Words> questions() const {
    return {{"report", one},
            {"report", one, "--verify"},
            {"report", "--index", one, other},
            {"status", one},
            {"plan", config, "--out", one},
            {"diff", one, other},
            {"diff", one, other, "--exact"},
            {"diff", one, one},
            {"inspect", one}};
  }
};

/// Whose members are names of a study's or a file's own.
const std::set<std::string> of_free_names{"at", "attributes", "provenance", "signals"};

void collect_members(const Json& json, std::set<std::string>& names) {
  if (json.is_array())
    for (const Json& one : json) collect_members(one, names);
  if (!json.is_object()) return;
  for (const auto& [name, value] : json.items()) {
    names.insert(name);
    if (!of_free_names.contains(name)) collect_members(value, names);
  }
}

} // namespace

TEST_CASE("with --json a verb prints one JSON text, nothing else, and ends as without it",
          "[reproducibility][json]") {
  const TwoRuns runs;
  std::set<int> codes;
  for (Words words : runs.questions()) {
    const Answer plain = answer_to(words);
    words.emplace_back("--json");
    const Answer json = answer_to(words);
    CAPTURE(words, json.said);
    CHECK(json.code == plain.code);
    codes.insert(json.code);
    REQUIRE(Json::accept(json.printed));
    const Json read = Json::parse(json.printed);
    const std::string verb = words[1] == "--index" ? "index" : words[0];
    CHECK(read["format"] == "marginlab-" + verb);
    CHECK(read["format_version"] == "1.0");
  }
  CHECK(codes == std::set<int>{0, 3});
}

TEST_CASE("every member of every answer in JSON is explained on its page", "[reproducibility][json]") {
  const TwoRuns runs;
  const std::string page = page_text("json.md");
  for (Words words : runs.questions()) {
    words.emplace_back("--json");
    std::set<std::string> names;
    collect_members(Json::parse(answer_to(words).printed), names);
    CAPTURE(words);
    CHECK(names.size() > 10);
    for (const std::string& name : names) {
      CAPTURE(name);
      CHECK(page.find("`" + name + "`") != std::string::npos);
    }
  }
}

TEST_CASE("the JSON of a diff has every cell that differs, that of a plan what is left",
          "[reproducibility][json]") {
  const TwoRuns runs;
  const Json diff = Json::parse(answer_to({"diff", runs.one, runs.other, "--json"}).printed);
  CHECK(diff["a"]["cells"] == 24);
  CHECK(diff["cells"]["others_a"] == 24); // another seed is another setting
  CHECK(diff["means"]["points"] == 8);
  const Json plan = Json::parse(answer_to({"plan", runs.config, "--out", runs.one, "--json"}).printed);
  CHECK(plan["stored"] == 24);
  CHECK(plan["left"] == 24); // six replications are asked for, three are there
  CHECK(plan["wall_seconds"]["low"] <= plan["wall_seconds"]["high"]);
  const Json status = Json::parse(answer_to({"status", runs.one, "--json"}).printed);
  CHECK(status["ok"] == 24);
  CHECK(status["is_published"] == true);
}

TEST_CASE("where a verb refuses, --json prints nothing on standard output", "[reproducibility][json]") {
  for (const Words& words : std::vector<Words>{{"report", "/nowhere", "--json"},
                                               {"status", "/nowhere", "--json"},
                                               {"inspect", "/nowhere", "--json"},
                                               {"diff", "/nowhere", "/nowhere", "--json"},
                                               {"plan", "/nowhere.yaml", "--json"}}) {
    const Answer answer = answer_to(words);
    CAPTURE(words);
    CHECK(answer.code == 2);
    CHECK(answer.printed.empty());
    CHECK_FALSE(answer.said.empty());
  }
}

TEST_CASE("the JSON of a plan tells what is stored from what is left, and the wall from the processors",
          "[reproducibility][json]") {
  const Scratch scratch;
  const std::string config = scratch.write("s.yaml", study(bracket_item + platt_item)).string(),
                    out = (scratch / "run").string();
  REQUIRE(run_quietly(config, out, 1, {"replications=2"}) == 0);
  const Json plan = Json::parse(
      answer_to({"plan", config, "replications=9", "--out", out, "--threads", "4", "--json"}).printed);
  CHECK(plan["stored"] == 16);
  CHECK(plan["left"] == 56);
  const double wall = plan["wall_seconds"]["likely"], processor = plan["processor_seconds"]["likely"];
  CHECK(wall < 0.7 * processor); // fourteen groups on four threads
}

TEST_CASE("the JSON of a status counts cells by what became of them", "[reproducibility][json]") {
  const Scratch scratch;
  const std::string config = scratch.write("s.yaml", study(platt_item)).string(),
                    out = (scratch / "run").string();
  REQUIRE(run_quietly(config, out, 1, {"replications=2"}) == 0);
  {
    results::Journal journal(results::RunDirectory{out}.journal("2-of-2"));
    const results::Results all = stored(out);
    results::Record record{.key = {all.card.settings[0].key, 7}, .outcome = results::Outcome::not_converged};
    record.values = {{"gkl", 1}, {"cre", 1}, {"test_error", 1}};
    journal.append(record);
    record.key.replicate = 8;
    journal.append(record);
    record.key.replicate = 6;
    record.outcome = results::Outcome::failed;
    record.values.clear();
    journal.append(record);
  }
  results::StoredStudy study = results::read_study(results::RunDirectory{out});
  study.card.replications = 9;
  results::write_study({out}, study);
  const Json status = Json::parse(answer_to({"status", out, "--json"}).printed);
  CHECK(status["ok"] == 8);
  CHECK(status["not_converged"] == 2);
  CHECK(status["failed"] == 1);
  CHECK(status["missing"] == 4 * 9 - 8 - 3);
}
