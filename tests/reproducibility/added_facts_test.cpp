#include <fstream>
#include <functional>

#include "results/store/journal.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using Catch::Contains;

namespace fs = std::filesystem;

// A diagnostic or a series that a report shows is part of what makes a cell finished, as a metric is.

namespace {

using Change = std::function<void(results::Record&)>;

/// A study of two methods, the first with a criterion's curve and `nonmonotone`, the second with neither; its
/// layout shows both.
struct Shown {
  Scratch scratch;
  fs::path config = scratch.write("s.yaml", with_layout(study(bracket_item + platt_item))),
           directory = scratch / "run";
  std::string undisturbed;

  Shown() {
    REQUIRE(run_quietly(config, scratch / "fresh", 2) == 0);
    undisturbed = stored(scratch / "fresh").data_hash;
  }

  static std::string with_layout(std::string text) {
    const std::string end = "metrics: [gkl, cre]}";
    return text.replace(text.find(end), end.size(),
                        "metrics: [gkl, cre], diagnostics: [nonmonotone],\n"
                        "  panels: [{panel: chart, table: criterion, x: lambda, y: [value], replicate: 0}]}");
  }

  /// The journal that an older program would have left: changed, and without results.h5.
  void leave(const Change& change) const {
    fs::create_directories(directory);
    results::Journal journal(directory / "journal.jsonl");
    results::scan(scratch / "fresh/journal.jsonl", [&](const results::JournalLine& line) {
      results::Record record = results::read_record(line.json).value();
      change(record);
      journal.append(record);
    });
  }

  Answer run() const { return answer_to(run_of(config, directory)); }
  std::string hash() const { return stored(directory).data_hash; }
};

void forget_diagnostic(results::Record& record) {
  record.values.erase("nonmonotone");
}

void forget_curve(results::Record& record) {
  std::erase_if(record.series, [](const auto& named) { return named.first.starts_with("criterion."); });
}

} // namespace

TEST_CASE("a diagnostic or a series that an older program did not store is computed where a method has it",
          "[reproducibility][metrics]") {
  for (const Change& forget : {Change(forget_diagnostic), Change(forget_curve)}) {
    const Shown shown;
    shown.leave(forget);
    fs::copy_file(shown.scratch / "fresh/study.json", shown.directory / "study.json");
    const std::string directory = shown.directory.string();
    CHECK_THAT(answer_to({"status", directory}).printed,
               Contains("8 are stored without a diagnostic or a series"));
    CHECK_THAT(answer_to({"fsck", directory}).printed, Contains("8 of them say nothing of a diagnostic"));
    const Answer run = shown.run();
    CAPTURE(run.said);
    CHECK(run.code == 0);
    // One cell of each of the 8 settings tells whether its method has it; 4 settings have 5 cells more.
    CHECK_THAT(run.said,
               Contains("40 already stored, 8 to compute") && Contains("28 already stored, 20 to compute"));
    CHECK(shown.hash() == shown.undisturbed);
    CHECK_THAT(shown.run().said, Contains("48 already stored, 0 to compute"));
  }
}

TEST_CASE("of cells of which some have it those alone are computed that lack it",
          "[reproducibility][metrics]") {
  const Shown shown;
  shown.leave([](results::Record& record) {
    if (record.key.replicate < 3) forget_diagnostic(record);
    if (record.key.replicate == 4) forget_curve(record);
  });
  const Answer run = shown.run();
  CHECK(run.code == 0);
  CHECK_THAT(run.said, Contains("32 already stored, 16 to compute"));
  CHECK(shown.hash() == shown.undisturbed);
}

TEST_CASE("no cell of a method that has no such fact is computed twice for it",
          "[reproducibility][metrics]") {
  const Shown shown;
  shown.leave([](results::Record&) {});
  CHECK_THAT(shown.run().said, Contains("48 already stored, 0 to compute"));
  CHECK(shown.hash() == shown.undisturbed);
}

TEST_CASE("shards and a merge count cells that lack a fact as missing", "[reproducibility][metrics]") {
  const Shown shown;
  shown.leave([](results::Record& record) {
    if (record.key.replicate > 0) forget_curve(record);
  });
  fs::copy_file(shown.scratch / "fresh/study.json", shown.directory / "study.json");
  CHECK(answer_to({"merge", shown.directory.string()}).code == 75);
  for (const char* part : {"1/2", "2/2"})
    CHECK(answer_to(run_of(shown.config, shown.directory, {"--shard", part})).code == 0);
  CHECK(answer_to({"merge", shown.directory.string()}).code == 0);
  CHECK(shown.hash() == shown.undisturbed);
}

TEST_CASE("what is stored of a program's own accord is shown and not computed again",
          "[reproducibility][metrics]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const Answer run = answer_to(run_of(config, scratch / "run", {"layout.diagnostics=[nonmonotone]"}));
  CHECK(run.code == 0);
  CHECK_THAT(run.said, Contains("24 already stored, 0 to compute"));
}

TEST_CASE("a report with a hole does not pass --verify, and one without does", "[reproducibility][metrics]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  const std::string out = (scratch / "run").string(), more = "metrics=[gkl, cre, test_error, mse]";
  REQUIRE(run_quietly(config, out, 2) == 0);
  CHECK(answer_to({"report", out, "--verify"}).code == 0);
  CHECK(answer_to({"report", out, "--verify", "--format", "csv", "--out", out + "/r.csv"}).code == 0);

  SECTION("cells that lack a metric") {
    REQUIRE(answer_to(run_of(config, out, {more, "--shard", "1/2"})).code == 0);
    REQUIRE(answer_to({"merge", out}).code == 75);
    const Answer answer = answer_to({"report", out, "--verify"});
    CHECK(answer.code == 75);
    CHECK_THAT(answer.said, Contains("no value of"));
    CHECK_THAT(answer.printed, Contains("GKL"));
  }
  SECTION("cells that were not run") {
    REQUIRE(answer_to(run_of(config, out, {"replications=9", "--shard", "1/2"})).code == 0);
    REQUIRE(answer_to({"merge", out}).code == 75);
    const Answer answer = answer_to({"report", out, "--verify"});
    CHECK(answer.code == 75);
    CHECK_THAT(answer.said, Contains("have not been run"));
  }
  SECTION("no cell of a metric, as an older program left it") {
    results::Results all = stored(out);
    all.rows.values.erase("gkl");
    all.data_hash.clear();
    results::write_results(scratch / "hole.h5", all);
    const Answer answer = answer_to({"report", scratch / "hole.h5", "--verify"});
    CAPTURE(answer.printed);
    CHECK(answer.code == 75);
    CHECK_THAT(answer.printed, Contains("[0/6]"));
    CHECK(answer_to({"report", scratch / "hole.h5"}).code == 0);
  }
}
