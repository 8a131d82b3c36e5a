#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

#include "results/record/text.hpp"
#include "results/render/render.hpp"
#include "results/report/table/tabulate.hpp"
#include "results/report/verdicts/blocks.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using namespace results;

// The verb `figure` of the program itself.

namespace {

const std::string path_study = R"(title: a path
seed: 3
replications: 2
data:
  - {source: wang2008/example1, name: example1, n_train: 20, n_test: 10}
classifiers:
  - {classifier: weighted_svm, kernel: linear}
methods:
  - {method: solution_path, name: path}
metrics: [gkl]
layout:
  rows: [data]
  columns: [method]
  metrics: [gkl]
  chart: {table: path, x: pi, y: [beta_0, w_1, w_2], replicate: 1}
)";

/// Calls the program through the shell; its exit code. What it says goes to the file `said`.
int call(const std::string& words, const Scratch& scratch, const std::string& environment = "") {
  const std::string command =
      environment + " '" MARGINLAB_PROGRAM "' " + words + " >'" + (scratch / "said").string() + "' 2>&1";
  return WEXITSTATUS(std::system(command.c_str()));
}

std::string run_directory(const Scratch& scratch, const std::string& study) {
  const auto config = scratch.write("s.yaml", study);
  REQUIRE(run_quietly(config, scratch / "run", 1) == 0);
  return "'" + (scratch / "run").string() + "'";
}

} // namespace

TEST_CASE("figure writes an SVG and a PDF beside the results, the same bytes every time",
          "[reproducibility][figure]") {
  const Scratch scratch;
  const std::string directory = run_directory(scratch, path_study);
  REQUIRE(call("figure " + directory, scratch) == 0);
  CHECK(bytes_of(scratch / "said").find("run/figure.pdf") != std::string::npos);
  const std::string other = (scratch / "sub/again").string();
  REQUIRE(call("figure " + directory + " --out '" + other + "'", scratch) == 0);
  for (const char* ending : {".svg", ".pdf"}) {
    CAPTURE(ending);
    const std::string first = bytes_of(scratch / (std::string("run/figure") + ending));
    CHECK(first.size() > 1000);
    CHECK(first == bytes_of(other + ending));
  }
}

TEST_CASE("without rsvg-convert the SVG is written, and one sentence says what to install",
          "[reproducibility][figure]") {
  const Scratch scratch;
  const std::string directory = run_directory(scratch, path_study);
  CHECK(call("figure " + directory, scratch, "PATH=/nowhere") == 2);
  CHECK(bytes_of(scratch / "said").find("apt-get install librsvg2-bin") != std::string::npos);
  CHECK(std::filesystem::exists(scratch / "run/figure.svg"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run/figure.pdf"));
}

TEST_CASE("a study without a chart is told so", "[reproducibility][figure]") {
  const Scratch scratch;
  std::string text = path_study;
  text.resize(text.find("  chart:"));
  CHECK(call("figure " + run_directory(scratch, text), scratch) == 2);
  CHECK(bytes_of(scratch / "said").find("Add a chart to layout.panels") != std::string::npos);
}

TEST_CASE("a method that refuses its classifier stops a study before anything is written",
          "[reproducibility][figure]") {
  const Scratch scratch;
  std::string text = path_study;
  text.replace(text.find("weighted_svm"), 12, "weighted_psi");
  const auto config = scratch.write("s.yaml", text);
  CHECK(call("run '" + config.string() + "' --out '" + (scratch / "run").string() + "'", scratch) == 2);
  CHECK(bytes_of(scratch / "said").find("Use classifier weighted_svm") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(scratch / "run"));
}

namespace {

constexpr int replications = 20;

/// Four cells of two metrics, of which `tried` stands where the study has its second method.
std::string config(const std::string& tried) {
  return "title: a table\nseed: 1\nreplications: " + std::to_string(replications) + R"(
data:
  - {source: wang2008/example1, name: one, n_train: 30, n_test: 100}
classifiers:
  - {classifier: weighted_svm, name: gaussian, kernel: gaussian}
  - {classifier: weighted_svm, name: linear, kernel: linear}
methods:
  - {method: bracket, name: bracket, intervals: 5, tuning: {criterion: fixed, lambda: 1}}
  - )" + tried +
         R"(
metrics: [cre, test_error]
layout: {rows: [data, classifier], columns: [method], metrics: [cre, test_error]}
)";
}

const std::string platt = "{method: platt, name: second, tuning: {criterion: fixed, lambda: 1}}";
const std::string another =
    "{method: bracket, name: second, intervals: 5, tuning: {criterion: fixed, lambda: 10000}}";

Results computed(const Scratch& scratch, const std::string& tried, int seed) {
  const auto directory = scratch / ("seed" + std::to_string(seed));
  const auto file = scratch.write("seed" + std::to_string(seed) + ".yaml", config(tried));
  REQUIRE(run_quietly(file, directory, 2, {"seed=" + std::to_string(seed)}) == 0);
  return stored(directory);
}

Summary mean_of(const Results& all, std::int32_t setting, const std::string& metric) {
  Series series;
  for (std::size_t row = 0; row < all.rows.size(); ++row)
    if (all.rows.setting[row] == setting)
      series.push_back({all.rows.replicate[row], all.rows.values.at(metric)[row], Outcome::ok});
  return summarise(series);
}

/// The table as a paper prints it: means to three decimals, standard errors to four.
std::vector<Published> printed(const Results& all) {
  std::vector<Published> out;
  for (const Point& point : all.card.points) {
    for (const Metric& metric : all.card.metrics) {
      const Summary cell = mean_of(all, point.setting, metric.name);
      out.push_back({point.at, metric.name, decimal(cell.mean, 3), decimal(cell.se, 4)});
    }
  }
  return out;
}

/// Whether every block of ours agrees with the table printed of theirs.
bool agree(Results ours, const Results& theirs) {
  ours.card.published = printed(theirs);
  ours.card.published_replications = replications;
  const BlockCounts counts = block_counts(blocks(ours, tabulate(ours)));
  REQUIRE(counts.all() == 2);
  REQUIRE(counts.cannot_tell == 0);
  return counts.differ == 0;
}

} // namespace

TEST_CASE("verdicts: of 100 tables that the program computes of other seeds at least 90 agree with its own",
          "[checker][slow]") {
  constexpr int tables = tests::sanitized ? 25 : 100;
  const Scratch scratch;
  int agreeing = 0;
  for (int table = 0; table < tables; ++table)
    agreeing += agree(computed(scratch, platt, 2 * table + 1), computed(scratch, platt, 2 * table + 2));
  CAPTURE(agreeing);
  CHECK(10 * agreeing >= 9 * tables);
  CHECK(agreeing < tables); // 95 of 100 are expected: a test that never rejects tests nothing
}

TEST_CASE("verdicts: a table of another method does not agree", "[checker][slow]") {
  const Scratch scratch;
  for (int table = 0; table < 10; ++table)
    CHECK_FALSE(agree(computed(scratch, platt, 2 * table + 1), computed(scratch, another, 2 * table + 2)));
}

namespace {

/// The study beside one published number.
std::string published_study(const Scratch& scratch) {
  scratch.write("p.csv", "metric,value,se\ngkl,0.5,0.01\n");
  std::string text = path_study;
  text.resize(text.find("  chart:"));
  return text + "published: {source: \"Somebody (2001), Table 1\", file: p.csv, replications: 100}\n";
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t out = 0;
  for (std::string line; std::getline(lines, line);) out = std::max(out, characters(line));
  return out;
}

/// Whether a terminal can be had here: a bare root may lack /dev/pts.
bool has_terminals() {
  const bool has = std::system("script -qec true /dev/null >/dev/null 2>&1 </dev/null") == 0;
  if (!has) WARN("SKIPPED: no terminal can be made here");
  return has;
}

/// The same on a terminal.
void call_on_terminal(const std::string& words, const Scratch& scratch, const std::string& environment) {
  const std::string command = environment + " script -qec \"'" MARGINLAB_PROGRAM "' " + words +
                              "\" /dev/null >'" + (scratch / "said").string() + "' 2>&1 </dev/null";
  REQUIRE(std::system(command.c_str()) == 0);
}

} // namespace

TEST_CASE("figure --kind forest writes an SVG, a PDF and a PNG, the same bytes every time",
          "[reproducibility][figure][forest]") {
  const Scratch scratch;
  const std::string directory = run_directory(scratch, published_study(scratch));
  REQUIRE(call("figure " + directory + " --kind forest", scratch) == 0);
  const std::string other = (scratch / "again").string();
  REQUIRE(call("figure " + directory + " --kind forest --out '" + other + "'", scratch) == 0);
  for (const char* ending : {".svg", ".pdf", ".png"}) {
    CAPTURE(ending);
    const std::string first = bytes_of(scratch / (std::string("run/figure") + ending));
    CHECK(first.size() > 1000);
    CHECK(first == bytes_of(other + ending));
  }
}

TEST_CASE("without a published number figure --kind forest writes nothing and says why",
          "[reproducibility][figure][forest]") {
  const Scratch scratch;
  CHECK(call("figure " + run_directory(scratch, path_study) + " --kind forest", scratch) == 2);
  CHECK(bytes_of(scratch / "said").find("no published number stands beside") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(scratch / "run/figure.svg"));
}

TEST_CASE("run --follow draws the table in place on a terminal, and leaves the results alone",
          "[reproducibility][run][follow]") {
  if (!has_terminals()) return;
  const Scratch scratch;
  scratch.write("study.yaml", published_study(scratch));
  const std::string words = "run " + (scratch / "study.yaml").string() + " --out ";
  call_on_terminal(words + (scratch / "followed").string() + " --follow", scratch, "COLUMNS=80");
  const std::string said = bytes_of(scratch / "said");
  CHECK(said.find("\033[J") != std::string::npos);
  CHECK(said.find("cells, 100%") != std::string::npos);
  REQUIRE(call(words + (scratch / "plain").string(), scratch) == 0);
  CHECK(call("diff " + (scratch / "followed").string() + " " + (scratch / "plain").string(), scratch) == 0);
}

TEST_CASE("run --follow without a terminal says in one sentence that it needs one, and goes on with lines",
          "[reproducibility][run][follow]") {
  const Scratch scratch;
  scratch.write("study.yaml", published_study(scratch));
  const std::string words = "run " + (scratch / "study.yaml").string() + " --follow --out ";
  REQUIRE(call(words + (scratch / "run").string(), scratch) == 0);
  const std::string said = bytes_of(scratch / "said");
  CHECK(said.find("--follow needs a terminal on standard error, and there is none.") != std::string::npos);
  CHECK(said.find('\033') == std::string::npos);
  CHECK(said.find("cells, 100%") != std::string::npos);
  CHECK(call(words + (scratch / "other").string() + " --quiet", scratch) == 2);
}

TEST_CASE("report keeps to COLUMNS, to 80 where it is no number, and never below 40",
          "[reproducibility][report]") {
  const Scratch scratch;
  const std::string directory = run_directory(scratch, published_study(scratch));
  for (const auto& [columns, width] : std::map<std::string, std::size_t>{
           {"60", 60}, {"120", 120}, {"no number", 80}, {"", 80}, {"0", 80}, {"-5", 80}, {"7", 40}}) {
    CAPTURE(columns);
    REQUIRE(call("report " + directory, scratch, "COLUMNS='" + columns + "'") == 0);
    CHECK(widest_line(bytes_of(scratch / "said")) <= width);
    CHECK(widest_line(bytes_of(scratch / "said")) + 20 > std::min<std::size_t>(width, 80));
  }
}

TEST_CASE("report says the answer, report --details everything, each other format everything at once",
          "[reproducibility][report]") {
  const Scratch scratch;
  const std::string directory = run_directory(scratch, published_study(scratch));
  REQUIRE(call("report " + directory, scratch) == 0);
  const std::string answer = bytes_of(scratch / "said");
  CHECK_THAT(answer, Catch::StartsWith("s: "));
  CHECK_THAT(answer, Catch::Contains("Somebody (2001), Table 1"));
  CHECK_THAT(answer, !Catch::Contains("Provenance"));
  for (const char* words : {" --details", " --format md", " --format html"}) {
    REQUIRE(call("report " + directory + words, scratch) == 0);
    CHECK_THAT(bytes_of(scratch / "said"), Catch::Contains("Provenance"));
  }
}

TEST_CASE("an index as HTML is a scoreboard, and in a format it does not have is refused",
          "[reproducibility][report][index]") {
  const Scratch scratch;
  const std::string directory = run_directory(scratch, published_study(scratch));
  REQUIRE(call("report --index " + directory + " --format html", scratch) == 0);
  CHECK_THAT(bytes_of(scratch / "said"), Catch::StartsWith("<!DOCTYPE html>"));
  CHECK_THAT(bytes_of(scratch / "said"), !Catch::Contains("| Table |"));
  for (const char* format : {"text", "md"}) {
    REQUIRE(call("report --index " + directory + " --format " + format, scratch) == 0);
    CHECK_THAT(bytes_of(scratch / "said"), Catch::StartsWith("| Table |"));
  }
  for (const char* format : {"csv", "tex", "svg"}) {
    CAPTURE(format);
    CHECK(call("report --index " + directory + " --format " + format + " --out '" +
                   (scratch / "nothing").string() + "'",
               scratch) == 2);
    CHECK_THAT(bytes_of(scratch / "said"), Catch::Contains("--format md, --format html or --json"));
    CHECK_FALSE(std::filesystem::exists(scratch / "nothing"));
  }
}

TEST_CASE("a site has the scoreboard and each report to which it leads, and nothing outside its folder",
          "[reproducibility][report][index]") {
  const Scratch scratch;
  const std::string directory = run_directory(scratch, published_study(scratch));
  const std::string out = " --format html --out '" + (scratch / "site").string() + "/'";
  REQUIRE(call("report --index " + directory + out, scratch) == 0);
  CHECK_THAT(bytes_of(scratch / "site/index.html"), Catch::Contains("href=\"reports/s.html\""));
  CHECK_THAT(bytes_of(scratch / "site/reports/s.html"), Catch::Contains("Somebody (2001), Table 1"));
  const std::string twice = (scratch / "twice").string();
  CHECK(call("report --index " + directory + " " + directory + " --format html --out '" + twice + "/'",
             scratch) == 2);
  CHECK_THAT(bytes_of(scratch / "said"), Catch::Contains("Name each study once."));
  CHECK_FALSE(std::filesystem::exists(twice));
}

TEST_CASE("report pages on a terminal, and nowhere else", "[reproducibility][report][pager]") {
  if (!has_terminals()) return;
  const Scratch scratch;
  const std::string directory = run_directory(scratch, published_study(scratch));
  const std::string pager = "PAGER='sed s/^/paged:/'";
  call_on_terminal("report " + directory, scratch, pager);
  CHECK_THAT(bytes_of(scratch / "said"), Catch::Contains("paged:"));
  call_on_terminal("report " + directory + " --no-pager", scratch, pager);
  CHECK_THAT(bytes_of(scratch / "said"), !Catch::Contains("paged:"));
  REQUIRE(call("report " + directory, scratch, pager) == 0);
  CHECK_THAT(bytes_of(scratch / "said"), !Catch::Contains("paged:"));
}

TEST_CASE("a pager that is empty, missing or closed early loses no report",
          "[reproducibility][report][pager]") {
  if (!has_terminals()) return;
  const Scratch scratch;
  const std::string directory = run_directory(scratch, published_study(scratch));
  for (const char* pager : {"PAGER=''", "PAGER=/nowhere/pager", "PAGER=cat"}) {
    CAPTURE(pager);
    call_on_terminal("report " + directory, scratch, pager);
    CHECK_THAT(bytes_of(scratch / "said"), Catch::Contains("Somebody (2001)"));
  }
  call_on_terminal("report " + directory, scratch, "PAGER=true");
}

TEST_CASE("a run ends with three commands that go on from there", "[reproducibility][report]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", published_study(scratch));
  const std::string directory = (scratch / "run").string();
  REQUIRE(call("run '" + config.string() + "' --out '" + directory + "'", scratch) == 0);
  const std::string said = bytes_of(scratch / "said");
  std::istringstream lines(said.substr(said.find("next:")));
  std::vector<std::string> commands;
  for (std::string line; std::getline(lines, line) && line.find(MARGINLAB_PROGRAM) != std::string::npos;)
    commands.push_back(line.substr(line.find(MARGINLAB_PROGRAM)));
  REQUIRE(commands.size() == 3);
  CHECK_THAT(commands[2], Catch::Contains("replications=9"));
  for (const std::string& command : commands) {
    CAPTURE(command);
    CHECK(std::system((command + " >/dev/null 2>&1").c_str()) == 0);
  }
}

TEST_CASE("the command that goes on has the settings of the run, in quotes where a shell needs them",
          "[reproducibility][report]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", published_study(scratch));
  REQUIRE(call("run '" + config.string() + "' replications=2 'title=two words' --out '" +
                   (scratch / "run").string() + "'",
               scratch) == 0);
  const std::string said = bytes_of(scratch / "said");
  const std::string last = said.substr(said.rfind(" run "));
  CHECK_THAT(last, Catch::Contains(" 'title=two words' "));
  CHECK_THAT(last, Catch::Contains(" replications="));
  CHECK(last.find("replications=") == last.rfind("replications="));
}
