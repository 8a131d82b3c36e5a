#include <cmath>
#include <map>

#include "results/record/record.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;

// Numbers that a program in another language measures of the probabilities, and methods that a study does
// without.
namespace {

/// The small study with a metric of a program that says the mean probability and the share of positives.
std::string measured_study(const std::vector<std::string>& words = {"measures"}, const std::string& more = "",
                           const std::string& methods = bracket_item + platt_item) {
  std::string list = MARGINLAB_FAKE_WORKER, text = study(methods);
  for (const std::string& word : words) list += ", " + word;
  const std::string own = "metrics: [gkl, cre, test_error]\n", shown = "metrics: [gkl, cre]}";
  text.replace(text.find(shown), shown.size(), "metrics: [gkl, centre, share], best: centre}");
  return text.replace(text.find(own), own.size(),
                      "metrics:\n  - gkl\n  - {metric: external, numbers: [centre, share], command: [" +
                          list + "]" + more + "}\n  - cre\n");
}

/// The column of a number of the card.
std::string column(const results::Results& all, const std::string& number) {
  for (const results::Metric& metric : all.card.metrics)
    if (metric.label == number) return metric.name;
  return "";
}

} // namespace

TEST_CASE(
    "a program's numbers stand beside ours, the same on any number of threads and in processes of their own",
    "[reproducibility][workers][metrics]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", measured_study());
  const results::Results all = same_everywhere(config, scratch);
  REQUIRE(results::is_measured(column(all, "centre")));
  for (const char* number : {"centre", "share"})
    for (const double value : all.rows.values.at(column(all, number))) CHECK((value > 0 && value < 1));
  const std::string table = answer_to({"report", (scratch / "one").string(), "--format", "md"}).printed;
  CHECK_THAT(table, Catch::Contains("centre") && Catch::Contains("share") && !Catch::Contains("| -- |"));
  CHECK_THAT(table, Catch::Contains("'centre', 'share' is measured on this machine: the program fake_worker "
                                    "measures measures it"));
}

TEST_CASE("an edited metric is measured anew in every cell, and no cell counts as stored twice",
          "[reproducibility][workers][metrics]") {
  const Scratch scratch;
  scratch.write("mine.txt", "one\n");
  const auto config = scratch.write("s.yaml", measured_study({"measures", "mine.txt"}));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const std::string before = column(stored(scratch / "run"), "centre");
  CHECK_THAT(answer_to(run_of(config, scratch / "run")).said, Catch::Contains("0 to compute"));
  scratch.write("mine.txt", "two\n");
  const Answer again = answer_to(run_of(config, scratch / "run"));
  CHECK(again.code == 0);
  CHECK_THAT(again.said, Catch::Contains("24 to compute") || Catch::Contains("48 to compute"));
  CHECK_THAT(again.said, !Catch::Contains("twice with different values"));
  const results::Results all = stored(scratch / "run");
  const std::string now = column(all, "centre");
  CHECK(now != before);
  for (const double value : all.rows.values.at(now)) CHECK_FALSE(std::isnan(value));
  CHECK_THAT(answer_to(run_of(config, scratch / "run")).said, Catch::Contains("0 to compute"));
  scratch.write("mine.txt", "one\n"); // what was measured is found again
  CHECK_THAT(answer_to(run_of(config, scratch / "run")).said, Catch::Contains("0 to compute"));
}

TEST_CASE("a metric is part of the numbers' name with what it is told",
          "[reproducibility][workers][metrics]") {
  const Scratch scratch;
  const auto named = [&](const std::string& more) {
    const auto config = scratch.write("s.yaml", measured_study({"measures"}, more));
    REQUIRE(run_quietly(config, scratch / "run", 2, {"replications=1"}) == 0);
    return column(stored(scratch / "run"), "centre");
  };
  const std::string plain = named("");
  CHECK(named(", parameters: {bins: 7}") != plain);
  CHECK(named(", limit: 30, memory: 4000") == plain);
}

TEST_CASE("a metric that fails leaves failed rows with its last words",
          "[reproducibility][workers][hostile]") {
  for (const auto& [what, reason] : std::map<std::string, std::string>{
           {"crash", "The worker was ended by signal 11 (Segmentation fault) before it answered."},
           {"nan", "The worker measured 'centre' as nan, which is no number."},
           {"one", "The worker measured no 'share'."}}) {
    CAPTURE(what);
    const Scratch scratch;
    const auto config =
        scratch.write("s.yaml", measured_study({"measures"}, ", parameters: {do: " + what + "}"));
    CHECK(run_quietly(config, scratch / "run", 2, {"replications=1"}) == 3);
    const results::Results all = stored(scratch / "run");
    REQUIRE(all.failures.size() == all.rows.size());
    CHECK(all.failures.front().stage == "metric");
    CHECK(all.failures.front().error == reason);
    if (what == "crash") CHECK(all.failures.front().stderr_tail == "I fall\n");
  }
}

TEST_CASE("an infinite number of a metric is a number", "[reproducibility][workers][metrics]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", measured_study({"measures"}, ", parameters: {do: inf}"));
  REQUIRE(run_quietly(config, scratch / "run", 2, {"replications=1"}) == 0);
  const results::Results all = stored(scratch / "run");
  for (const double value : all.rows.values.at(column(all, "centre"))) CHECK(std::isinf(value));
}

TEST_CASE("a cell with a program's number is replayed only where its file is trusted",
          "[reproducibility][workers][metrics]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", measured_study());
  REQUIRE(run_quietly(config, scratch / "run", 2, {"replications=2"}) == 0);
  const std::string run = (scratch / "run").string(), again = (scratch / "again").string(),
                    key = stored(scratch / "run").card.settings.front().key + "/1";
  const Answer unasked = answer_to({"replay", run, key});
  CHECK(unasked.code == 2);
  CHECK_THAT(unasked.said, Catch::Contains("none is started unasked"));
  CHECK(answer_to({"rerun", run, "--out", again}).code == 2);
  CHECK_THAT(answer_to({"replay", run, key, "--programs"}).printed, Catch::Contains("every bit is equal"));
  CHECK(answer_to({"rerun", run, "--out", again, "--programs"}).code == 0);
}

TEST_CASE("mistakes about a metric are told at once with their places",
          "[reproducibility][workers][metrics]") {
  const Scratch scratch;
  const auto check = [&](const std::string& text, const std::string& reason) {
    const Answer answer = answer_to({"check", scratch.write("s.yaml", text).string()});
    CAPTURE(reason, answer.said);
    CHECK(answer.code == 2);
    CHECK_THAT(answer.said, Catch::Contains(reason));
  };
  const auto with_numbers = [](const std::string& numbers) {
    std::string text = measured_study();
    const std::string given = "[centre, share], command";
    return text.replace(text.find(given), given.size(), numbers + ", command");
  };
  check(measured_study({"draws"}), "Write source: external, under 'data'");
  check(measured_study({"method"}), "Write method: external, without 'tuning'");
  check(measured_study({"never"}), "s.yaml:15");
  check(with_numbers("[centre, gkl]"), "numbers: 'gkl' is a metric of marginlab.");
  check(with_numbers("[centre, centre]"), "numbers: 'centre' stands twice.");
  check(with_numbers("[\"a b\"]"), "numbers: 'a b' is no name of a number.");
  check(study("  - {method: external, name: a, command: [" MARGINLAB_FAKE_WORKER ", measures]}\n"),
        "Write metric: external, under 'metrics'");
  const std::string decides =
      "  - {method: svm_decision, name: d, tuning: {criterion: fixed, lambda: 1}}\n" + platt_item;
  check(measured_study({"measures"}, "", decides), "centre of d");
}

TEST_CASE("a program that measures against the true p is refused where nobody knows it",
          "[reproducibility][workers][metrics]") {
  const Scratch scratch;
  REQUIRE(run_quietly(scratch.write("s.yaml", measured_study({"measures_truth"})), scratch / "run", 2,
                      {"replications=1"}) == 0);
  std::string text = measured_study({"measures_truth"});
  const auto begin = text.find("data:\n"), end = text.find("classifiers:");
  text.replace(
      begin, end - begin,
      "data:\n  - {source: external, name: one, n_train: 30, n_test: 40, command: [" MARGINLAB_FAKE_WORKER
      ", draws_labels]}\n");
  text.erase(text.find("  - gkl\n"), 8);
  text.replace(text.find("gkl, centre"), 11, "centre");
  const Answer answer = answer_to({"check", scratch.write("t.yaml", text).string()});
  CHECK(answer.code == 2);
  CHECK_THAT(answer.said, Catch::Contains("centre of one (the data set does not know the true p)"));
}

TEST_CASE("a metric is tried like a method", "[reproducibility][workers][metrics]") {
  const Scratch scratch;
  const Answer sound = answer_to({"worker", "test", scratch.write("s.yaml", measured_study()).string()});
  CAPTURE(sound.printed, sound.said);
  CHECK(sound.code == 0);
  CHECK_THAT(sound.printed, Catch::Contains("'centre', 'share', 2 classes") &&
                                Catch::Contains("ok        probabilities of 0 and 1"));
  const Answer crashing = answer_to(
      {"worker", "test",
       scratch.write("s.yaml", measured_study({"measures"}, ", parameters: {do: crash}")).string()});
  CHECK(crashing.code == 3);
  CHECK_THAT(crashing.printed, Catch::Contains("FAILS     one point"));
}

TEST_CASE("printed numbers, a stopping rule and the best value go by a program's number",
          "[reproducibility][workers][metrics]") {
  const Scratch scratch;
  scratch.write("printed.csv",
                "data,classifier,method,metric,value\none,linear,platt,centre,0.500\none,linear,bracket,"
                "centre,0.500\n");
  const auto config =
      scratch.write("s.yaml", measured_study() +
                                  "until: {mcse: 0.9, of: centre, max: 20}\n"
                                  "published: {source: a paper, file: printed.csv, replications: 6}\n");
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const Answer report = answer_to({"report", (scratch / "run").string(), "--format", "csv"});
  CHECK(report.code == 0);
  CHECK_THAT(report.printed, Catch::Contains("0.500"));
}

TEST_CASE("a program whose package is missing is left out by name, and the study goes on",
          "[reproducibility][workers]") {
  const Scratch scratch;
  const auto absent = [](const std::string& name, const std::string& words) {
    return "  - {method: external, name: " + name + ", command: [" + words + "], missing: skip}\n";
  };
  const std::string fake = MARGINLAB_FAKE_WORKER;
  const auto config =
      scratch.write("s.yaml", study(platt_item + absent("unpacked", fake + ", never") +
                                    absent("uninstalled", "no-such-interpreter, x") + absent("there", fake)));
  const Answer run = answer_to(run_of(config, scratch / "run"));
  CAPTURE(run.said);
  CHECK(run.code == 0);
  CHECK_THAT(run.said,
             Catch::Contains("Left out: 'unpacked'.") && Catch::Contains("No module named 'sklearn'"));
  CHECK_THAT(run.said, Catch::Contains("Left out: 'uninstalled'.") &&
                           Catch::Contains("no program 'no-such-interpreter' is installed"));
  CHECK_THAT(run.printed, !Catch::Contains("unpacked") && Catch::Contains("there"));
  // A script that is gone is a mistake all the same, and so is one of them where nothing says skip.
  CHECK(answer_to({"check", scratch.write("t.yaml", study(absent("gone", "sh, gone.py"))).string()}).code ==
        2);
  CHECK(answer_to({"check", scratch
                                .write("u.yaml", study("  - {method: external, name: a, command: [" + fake +
                                                       ", never]}\n"))
                                .string()})
            .code == 2);
}

TEST_CASE("what a program loads from the config's folder is in its key, and refused where files are strict",
          "[reproducibility][workers]") {
  const Scratch scratch;
  scratch.write("more.txt", "one\n");
  const auto item = [](const std::string& files) {
    return "  - {method: external, name: theirs, command: [" MARGINLAB_FAKE_WORKER ", loads]" + files + "}\n";
  };
  const auto config = scratch.write("s.yaml", study(item("")));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  scratch.write("more.txt", "two\n");
  CHECK_THAT(answer_to({"plan", config.string(), "--out", (scratch / "run").string()}).printed,
             Catch::Contains("12 are to be computed"));
  const Answer strict =
      answer_to({"check", scratch.write("t.yaml", study(item(", files: strict"))).string()});
  CHECK(strict.code == 2);
  CHECK_THAT(strict.said, Catch::Contains("t.yaml:11") && Catch::Contains("the worker loads 'more.txt'"));
  CHECK(answer_to({"check", scratch.write("u.yaml", study(item(", files: [strict, more.txt]"))).string()})
            .code == 0);
}
