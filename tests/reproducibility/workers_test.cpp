#include <signal.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>
#include <vector>

#include "tests/reproducibility/pages/page.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using namespace std::chrono_literals;

// Rows of a study that a program in another language computes: tests/support/worker has one.
namespace {

std::string external_item(const std::vector<std::string>& words, const std::string& more = "") {
  std::string list = MARGINLAB_FAKE_WORKER;
  for (const std::string& word : words) list += ", " + word;
  return "  - {method: external, name: theirs, command: [" + list + "]" + more + "}\n";
}

std::string many_replications(std::string text, int count) {
  const std::string few = "replications: 6";
  return text.replace(text.find(few), few.size(), "replications: " + std::to_string(count));
}

std::vector<pid_t> signed_in(const std::filesystem::path& file) {
  std::vector<pid_t> out;
  std::ifstream in(file);
  for (pid_t id = 0; in >> id;) out.push_back(id);
  return out;
}

/// Whether it runs: one that has ended may be a zombie until somebody waits for it.
bool runs(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(stat, text);
  const auto name_ends = text.rfind(") ");
  return name_ends != std::string::npos && text[name_ends + 2] != 'Z';
}

} // namespace

TEST_CASE("no worker outlives a SIGKILL, and the same command goes on to the same numbers",
          "[reproducibility][workers]") {
  const Scratch scratch;
  const auto config = scratch.write(
      "s.yaml",
      many_replications(study(bracket_item + external_item({"sign", (scratch / "signed").string()})), 40));
  for (int kills = 0; kills < 3; ++kills) {
    Program program(run_of(config, scratch / "killed"));
    std::this_thread::sleep_for(400ms + kills * 150ms);
    program.signal(SIGKILL);
    program.ended();
    std::this_thread::sleep_for(1s);
    const auto ids = signed_in(scratch / "signed");
    for (const pid_t id : ids) CHECK_FALSE(runs(id));
  }
  REQUIRE_FALSE(signed_in(scratch / "signed").empty());
  REQUIRE(run_quietly(config, scratch / "killed", 2) == 0);
  REQUIRE(run_quietly(config, scratch / "whole", 1) == 0);
  CHECK(stored(scratch / "killed").data_hash == stored(scratch / "whole").data_hash);
}

TEST_CASE("the numbers of a program are the same on any number of threads and in processes of their own",
          "[reproducibility][workers]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item + external_item({})));
  same_everywhere(config, scratch);
  CHECK(answer_to({"certify", config.string(), "--threads", "1,2"}).code == 0);
}

TEST_CASE("a program that fails leaves failed rows with its last words, and the others stand",
          "[reproducibility][workers]") {
  const Scratch scratch;
  const auto config =
      scratch.write("s.yaml", study(bracket_item + external_item({}, ", parameters: {do: exit}")));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 3);
  const results::Results all = stored(scratch / "run");
  REQUIRE(all.failures.size() == 12);
  CHECK(all.failures.front().stage == "estimate");
  CHECK(all.failures.front().error == "The worker ended with exit code 3 before it answered.");
  CHECK(all.failures.front().stderr_tail == "I leave\n");
}

TEST_CASE("an edited script is computed anew, exactly its cells", "[reproducibility][workers]") {
  const Scratch scratch;
  const auto mine = scratch.write("mine.txt", "one\n");
  const auto config = scratch.write("s.yaml", study(bracket_item + external_item({"mine.txt"})));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const results::Results before = stored(scratch / "run");
  scratch.write("mine.txt", "two\n");
  const Answer plan = answer_to({"plan", config.string(), "--out", (scratch / "run").string()});
  CHECK_THAT(plan.printed + plan.said, Catch::Contains("12 are to be computed"));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  CHECK(stored(scratch / "run").rows.size() == before.rows.size());
  CHECK(stored(scratch / "run").data_hash != before.data_hash);
}

TEST_CASE("a row of a program is replayed by a fresh one, and refused once its script is another",
          "[reproducibility][workers]") {
  const Scratch scratch;
  scratch.write("mine.txt", "one\n");
  const auto config = scratch.write("s.yaml", study(external_item({"mine.txt"})));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const results::Results all = stored(scratch / "run");
  const std::string key = all.card.settings.front().key + "/3", run = (scratch / "run").string();
  const Answer unasked = answer_to({"replay", run, key});
  CHECK(unasked.code == 2);
  CHECK_THAT(unasked.said, Catch::Contains("A stored file can name any program, so none is started unasked"));
  const Answer same = answer_to({"replay", run, key, "--programs"});
  CAPTURE(same.said, same.printed);
  CHECK(same.code == 0);
  CHECK_THAT(same.printed, Catch::Contains("every bit is equal"));
  scratch.write("mine.txt", "two\n");
  const Answer other = answer_to({"replay", run, key, "--programs"});
  CHECK(other.code == 3);
  CHECK_THAT(other.printed, Catch::Contains("the files of the worker have changed"));
}

TEST_CASE("a study is run again with its programs only where its file is trusted",
          "[reproducibility][workers]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(external_item({})));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const std::string run = (scratch / "run").string(), again = (scratch / "again").string();
  const Answer unasked = answer_to({"rerun", run, "--out", again});
  CHECK(unasked.code == 2);
  CHECK_FALSE(std::filesystem::exists(again));
  CHECK(answer_to({"rerun", run, "--out", again, "--programs"}).code == 0);
}

TEST_CASE("a criterion of ours tunes a program that answers for a grid of lambdas",
          "[reproducibility][workers]") {
  const Scratch scratch;
  const std::string list = std::string(MARGINLAB_FAKE_WORKER) + ", tunes";
  const auto config = scratch.write(
      "s.yaml", study("  - {method: external_tuned, name: theirs, command: [" + list +
                      "], tuning: {criterion: cross_validation, folds: 3, lambda: [0.1, 1, 10]}}\n"));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const results::Results all = stored(scratch / "run");
  CHECK(all.rows.size() == 12);
  for (const double lambda : all.rows.values.at("lambda")) CHECK(lambda == 10); // of ties the larger
}

namespace {

std::string study_of_drawn_data(const std::string& more = "", const std::string& words = "draws") {
  std::string text = study(bracket_item + platt_item);
  const auto begin = text.find("data:\n"), end = text.find("classifiers:");
  return text.replace(
      begin, end - begin,
      "data:\n  - {source: external, name: drawn, label: Theirs, n_train: 30, n_test: 40, command: [" +
          std::string(MARGINLAB_FAKE_WORKER) + ", " + words + "]" + more + "}\n");
}

} // namespace

TEST_CASE(
    "data that a program draws have the same numbers on any number of threads and in processes of their own",
    "[reproducibility][workers]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study_of_drawn_data());
  const results::Results all = same_everywhere(config, scratch);
  CHECK(all.rows.size() == 24);
  CHECK(std::isfinite(all.rows.values.at("gkl").front()));
  CHECK_THAT(answer_to({"report", (scratch / "one").string(), "--format", "md"}).printed,
             Catch::Contains("'Theirs' is drawn on this machine: the program fake_worker draws draws it"));
}

TEST_CASE("a cell of data that a program draws is replayed only where its file is trusted",
          "[reproducibility][workers]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study_of_drawn_data());
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const std::string run = (scratch / "run").string(),
                    key = stored(scratch / "run").card.settings.front().key + "/3";
  CHECK_THAT(answer_to({"replay", run, key}).said, Catch::Contains("none is started unasked"));
  CHECK_THAT(answer_to({"replay", run, key, "--programs"}).printed, Catch::Contains("every bit is equal"));
}

TEST_CASE("draws of a program that are none are failed rows with the reason",
          "[reproducibility][workers][hostile]") {
  for (const auto& [what, reason] : std::map<std::string, std::string>{
           {"crash", "The worker was ended by signal 11 (Segmentation fault) before it answered."},
           {"too few", "The worker drew 'x' of the shape [69, 2], asked was for 70 rows with their columns."},
           {"label", "The worker drew the label 7 for row 2. Labels are -1 and 1."},
           {"infinite", "The worker drew an input of row 3 that is not finite."},
           {"truth", "The worker gave point 4 the probability 1.5, which is not in [0, 1]."},
           {"no truth", "The worker drew without the array 'truth'."}}) {
    CAPTURE(what);
    const Scratch scratch;
    const auto config = scratch.write("s.yaml", study_of_drawn_data(", parameters: {do: " + what + "}"));
    CHECK(run_quietly(config, scratch / "run", 2) == 3);
    const results::Results all = stored(scratch / "run");
    REQUIRE(all.failures.size() == 24);
    CHECK(all.failures.front().stage == "draw");
    CHECK(all.failures.front().error == reason);
  }
}

TEST_CASE("a program in the wrong place is a mistake of the config that says the right one",
          "[reproducibility][workers]") {
  const Scratch scratch;
  const auto check = [&](const std::string& text, const std::string& reason) {
    CAPTURE(reason);
    const Answer answer = answer_to({"check", scratch.write("s.yaml", text).string()});
    CHECK(answer.code == 2);
    CHECK_THAT(answer.said, Catch::Contains(reason));
  };
  check(study_of_drawn_data("", "method"), "Write method: external, without 'tuning'");
  check(study(external_item({"draws"})), "Write source: external, under 'data'");
  check(study_of_drawn_data("", "draws_labels"), "does not know the true p");
}

TEST_CASE("a study whose methods take no classifier lists none, and another must", "[reproducibility]") {
  const Scratch scratch;
  const auto text = [](const std::string& methods) {
    return "replications: 2\ndata: [{source: wang2008/example1, n_train: 20, n_test: 20}]\nmethods: [" +
           methods + "]\nmetrics: [cre]\n";
  };
  REQUIRE(run_quietly(scratch.write("s.yaml", text("{method: base_rate}, {method: constant}")),
                      scratch / "run", 2) == 0);
  CHECK(stored(scratch / "run").rows.size() == 4);
  const Answer other = answer_to(
      {"check",
       scratch.write("t.yaml", text("{method: platt, tuning: {criterion: fixed, lambda: 1}}")).string()});
  CHECK(other.code == 2);
  CHECK_THAT(other.said, Catch::Contains("missing key 'classifiers'"));
}

TEST_CASE("a program that draws data is tried like a method", "[reproducibility][workers]") {
  const Scratch scratch;
  const Answer answer =
      answer_to({"worker", "test", scratch.write("s.yaml", study_of_drawn_data()).string()});
  CAPTURE(answer.printed, answer.said);
  CHECK(answer.code == 0);
  CHECK_THAT(answer.printed,
             Catch::Contains("drawn, data") && Catch::Contains("draws the same when it is fresh"));
}

TEST_CASE("a report says which rows are of this machine alone", "[reproducibility][workers]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item + external_item({}, ", label: Theirs")));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  CHECK_THAT(answer_to({"report", (scratch / "run").string(), "--format", "md"}).printed,
             Catch::Contains(
                 "'Theirs' is not certified, bits of this machine: the program fake_worker computes it"));
}

namespace {} // namespace

TEST_CASE("the lines of the page on one's own methods run as they stand", "[reproducibility][workers]") {
  if (python_with_numpy().empty()) {
    WARN("SKIPPED: no Python 3 with numpy is installed");
    return;
  }
  const Scratch scratch;
  const auto answers = followed("own-methods.md", scratch / "work");
  require_page(answers);
  REQUIRE(answers.size() == 2);
  CHECK_THAT(answers[0].printed, Catch::Contains("declines  one class among the labels"));
  CHECK(stored(scratch / "work/runs/mine").rows.size() == 40);
}

TEST_CASE("a program is tried as our own methods are, and what it does wrong is named",
          "[reproducibility][workers]") {
  const Scratch scratch;
  const auto tried = [&](const std::string& parameters) {
    return answer_to(
        {"worker", "test",
         scratch.write("s.yaml", study(external_item({}, ", parameters: " + parameters))).string()});
  };
  const Answer sound = tried("{depth: 1}");
  CHECK(sound.code == 0);
  CHECK_THAT(sound.printed, Catch::Contains("ok        four rows") && !Catch::Contains("FAILS"));
  const Answer forgetful = tried("{do: remember}");
  CHECK(forgetful.code == 3);
  CHECK_THAT(forgetful.printed, Catch::Contains("FAILS     answers the same again"));
  const Answer crashing = tried("{do: crash}");
  CHECK(crashing.code == 3);
  CHECK_THAT(crashing.printed,
             Catch::Contains("FAILS     one point") && Catch::Contains("Segmentation fault"));
  const Answer declining = tried("{do: object}");
  CHECK_THAT(declining.printed, Catch::Contains("declines  a constant column"));
  CHECK(answer_to({"worker", "test", scratch.write("t.yaml", study(bracket_item)).string()}).code == 2);
}

TEST_CASE("every mistake in a program's block is told at once with its place, and nothing is written",
          "[reproducibility][workers]") {
  const Scratch scratch;
  const auto config =
      scratch.write("s.yaml", study(R"(  - {method: external, name: a, command: [no-such-program, x]}
  - {method: external, name: b, command: [sh, gone.py]}
  - method: external
    name: c
    command: [)" MARGINLAB_FAKE_WORKER R"(, "|", tee]
  - method: external
    name: d
    command: [)" MARGINLAB_FAKE_WORKER R"(, never]
  - method: external
    name: e
    command: [)" MARGINLAB_FAKE_WORKER R"(, tunes]
)"));
  const Answer answer = answer_to(run_of(config, scratch / "run"));
  CAPTURE(answer.said);
  CHECK(answer.code == 2);
  CHECK_FALSE(std::filesystem::exists(scratch / "run"));
  for (const char* part :
       {"s.yaml:11:33: command: no program 'no-such-program' is installed",
        "s.yaml:12:33: command: no file 'gone.py'", "s.yaml:15:5: command: the word '|' is for a shell",
        "s.yaml:18:5: command: the worker does not begin", "No module named 'sklearn'",
        "s.yaml:21:5: command: the worker is a method that tunes"})
    CHECK_THAT(answer.said, Catch::Contains(part));
  const auto line = scratch.write(
      "t.yaml", study(R"(  - {method: external, command: python3 my.py, parameters: [1], limit: soon}
)"));
  const Answer other = answer_to(run_of(line, scratch / "run"));
  CHECK(other.code == 2);
  CHECK_THAT(
      other.said,
      Catch::Contains("'command' must be a list of words (found 'python3 my.py'). Write [python3, my.py]"));
  CHECK_THAT(other.said, Catch::Contains("'parameters' must be a map (found a list)"));
  CHECK_THAT(other.said, Catch::Contains("'limit' must be a number (found 'soon')"));
}
