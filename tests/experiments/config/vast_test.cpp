#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

// Texts within the limits of a file that would take minutes or gigabytes if each place, name or alias cost a
// pass over the whole: a test that comes back slow ends in CTest's time limit.
using namespace experiments;

namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

/// The only mistake of a text; the number of them where there is not one.
std::string mistake_of(const std::string& text) {
  const auto mistakes = mistakes_of(text);
  return mistakes.size() == 1 ? mistakes.front().message : std::to_string(mistakes.size()) + " mistakes";
}

} // namespace

TEST_CASE("90000 numbers on one line are read", "[spec]") {
  const Study study =
      study_of(replaced(small_study, "lambda: 1", "lambda: [" + repeated("1, ", 90000) + "2]"));
  CHECK(std::get<std::vector<double>>(study.methods.front().tuning.parameters.values().at("lambda")).size() ==
        90001);
}

TEST_CASE("aliases of a long text are refused before they are copied", "[spec][degenerate]") {
  CHECK(mistake_of("a: &a " + std::string(500000, 'x') + "\nb: [" + repeated("*a, ", 50000) + "]\n") ==
        "too large (more than 8 MiB of text once every alias is copied out)");
}

TEST_CASE("anchors within anchors are refused before every level is kept", "[spec][degenerate]") {
  std::string text = "a: ";
  for (int level = 0; level < 90; ++level) text += "&a" + std::to_string(level) + " [";
  CHECK(mistake_of(text + repeated("1, ", 50000) + repeated("]", 90) + "\n") ==
        "too large (more than 100000 values once every alias is copied out)");
}

TEST_CASE("aliases may not nest deeper than brackets", "[spec][degenerate]") {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "k" + std::to_string(i) + ": &a" + std::to_string(i) + " " + repeated("[", 50) +
            (i == 0 ? "x" : "*a" + std::to_string(i - 1)) + repeated("]", 50) + "\n";
  CHECK(mistake_of(text) == "nested too deeply (more than 100 levels)");
}

TEST_CASE("of a file that is nothing but mistakes the first 200 are reported", "[spec][degenerate]") {
  std::string keys;
  for (int i = 0; i < 30000; ++i) keys += "unknown" + std::to_string(i) + ": 1\n";
  const ConfigFolder folder;
  CHECK(mistakes_of(small_study + keys).size() == 200);
  CHECK(mistakes_of("{" + repeated("x, ", 40000) + "}\n").size() == 200);
  CHECK(mistakes_of("title: t\nmetrics: [" + repeated("gkl, ", 90000) + "]\n").size() == 200);
}

TEST_CASE("20000 blocks of one name are each compared with the first", "[spec][degenerate]") {
  const std::string blocks = repeated("{source: wang2008/example1}, ", 20000);
  CHECK(mistakes_of("title: t\ndata: [" + blocks + "]\n").size() == 200);
}

TEST_CASE("the blocks of one kind have at most 10000 alternatives together", "[spec][degenerate]") {
  std::string blocks, grid;
  for (int i = 2; i < 1002; ++i) grid += std::to_string(i) + ", ";
  for (int i = 0; i < 20; ++i)
    blocks += "  - {source: wang2008/example1, name: d" + std::to_string(i) +
              ", n_train: " + (i == 0 ? "&g {grid: [" + grid + "]}" : "*g") + "}\n";
  const auto text = replaced(replaced(small_study, "  - source: wang2008/example1\n", blocks), "rows: [data,",
                             "rows: [data, n_train,");
  CHECK(mistake_of(text) ==
        "the sweeps up to this block have more than 10000 combinations. Sweep fewer values");
}

TEST_CASE("a design of more than 100000 points is refused before it is compared with anything",
          "[spec][degenerate]") {
  std::string data, classifiers;
  for (int i = 0; i < 400; ++i) {
    data += "  - {source: wang2008/example1, name: d" + std::to_string(i) + "}\n";
    classifiers += "  - {classifier: lda, name: c" + std::to_string(i) + "}\n";
  }
  auto text = replaced(small_study, "  - source: wang2008/example1\n", data);
  text = replaced(text, "  - classifier: weighted_svm\n    kernel: linear\n", classifiers);
  CHECK(mistake_of(text).starts_with("the study has more than 100000 points"));
}

TEST_CASE("a word of a megabyte is no misspelling of a short one", "[spec][degenerate]") {
  CHECK(mistake_of(replaced(small_study, "[gkl, cre]", "[gkl, " + std::string(900000, 'k') + "]"))
            .starts_with("unknown metric 'kkkk"));
}
