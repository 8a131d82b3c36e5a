#include "experiments/yaml/text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "experiments/config/find_config.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

/// The JSON library checks UTF-8 with a decoder of its own.
bool json_accepts(const std::string& bytes) {
  try {
    nlohmann::json(bytes).dump();
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

} // namespace

TEST_CASE("UTF-8: all texts of up to two bytes are judged like the JSON library does", "[spec]") {
  std::size_t wrong = 0;
  for (int a = 0; a < 256; ++a)
    for (int b = -1; b < 256; ++b) {
      std::string bytes(1, static_cast<char>(a));
      if (b >= 0) bytes += static_cast<char>(b);
      wrong += (first_invalid_utf8(bytes) == std::string::npos) == json_accepts(bytes) ? 0 : 1;
    }
  CHECK(wrong == 0);
}

TEST_CASE("UTF-8: three and four bytes from the borders of the allowed ranges are judged alike", "[spec]") {
  const std::vector<int> borders{0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
                                 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};
  std::mt19937 random(7);
  const auto any = [&] { return static_cast<char>(borders[random() % borders.size()]); };
  std::size_t wrong = 0, accepted = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string bytes{any(), any(), any()};
    if (i % 2 == 0) bytes += any();
    const bool good = first_invalid_utf8(bytes) == std::string::npos;
    accepted += good ? 1 : 0;
    wrong += good == json_accepts(bytes) ? 0 : 1;
  }
  CHECK(wrong == 0);
  CHECK(accepted > 100);
}

TEST_CASE("UTF-8: columns count characters, not bytes", "[spec]") {
  const std::string text = "a\xC3\xA4\xE2\x98\x83\xF0\x9F\x98\x80z";
  CHECK(characters(text) == 5);
  CHECK(offset_of_character(text, 0) == 0);
  CHECK(offset_of_character(text, 2) == 3);
  CHECK(text[offset_of_character(text, 4)] == 'z');
  CHECK(offset_of_character(text, 9) == text.size());
}

TEST_CASE("what is shown on a terminal steers neither its cursor nor the direction of its text", "[spec]") {
  CHECK(printable("a\x1b[31mb\x7f") == "a?[31mb?");
  CHECK(printable("a\u0080b\u009bc\u00a0d") == "a?b?c\u00a0d");
  CHECK(printable("\u202eabc\u2066\u200f\u061c") == "?abc???");
  CHECK(printable("Gr\u00f6\u00dfe\t\u03b2\u2080 \U0001f600") == "Gr\u00f6\u00dfe \u03b2\u2080 \U0001f600");
  CHECK(printable("\xe4\xf6") == "??");
  CHECK(printable_lines("a\x1b\nb\u202e\n") == "a?\nb?\n");
  CHECK(printable_lines("") == "");
}

TEST_CASE("a label in a config that would steer a terminal is refused", "[spec]") {
  for (const char* label : {"\"\\e[31m\"", "\"\\x9b31m\"", "\"\\u202e\""})
    CHECK_THROWS_WITH(study_of(replaced(small_study, "A small study", label)),
                      Catch::Contains("found a control character in it"));
}

namespace {

/// The definition of the distance as a recursion over the last letters.
std::size_t by_definition(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  const std::string a1 = a.substr(0, a.size() - 1), b1 = b.substr(0, b.size() - 1);
  std::size_t best = std::min(by_definition(a1, b), by_definition(a, b1)) + 1;
  best = std::min(best, by_definition(a1, b1) + (a.back() == b.back() ? 0 : 1));
  if (a.size() > 1 && b.size() > 1 && a.back() == b[b.size() - 2] && b.back() == a[a.size() - 2])
    best = std::min(best, by_definition(a.substr(0, a.size() - 2), b.substr(0, b.size() - 2)) + 1);
  return best;
}

std::vector<std::string> all_words(std::size_t longest) {
  std::vector<std::string> words{""};
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i].size() < longest)
      for (const char letter : {'a', 'b', 'c'}) words.push_back(words[i] + letter);
  return words;
}

} // namespace

TEST_CASE("edit distance: equals its definition for all words of up to four letters out of three", "[spec]") {
  const auto words = all_words(4);
  REQUIRE(words.size() == 121);
  std::size_t wrong = 0;
  for (const std::string& a : words)
    for (const std::string& b : words) wrong += edit_distance(a, b) == by_definition(a, b) ? 0 : 1;
  CHECK(wrong == 0);
}

TEST_CASE("edit distance: a swap of neighbours is one edit", "[spec]") {
  CHECK(edit_distance("gkl", "glk") == 1);
  CHECK(edit_distance("example", "exmaple") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("suggestions: the nearest accepted word, and none where nothing is near", "[spec]") {
  const std::vector<std::string> accepted{"lambda", "folds", "criterion", "wang2008/example1"};
  CHECK(closest("lamda", accepted) == "lambda");
  CHECK(closest("fold", accepted) == "folds");
  CHECK(closest("FOLDS", accepted) == "folds");
  CHECK(closest("example1", accepted) == "wang2008/example1");
  CHECK(closest("exampel1", accepted) == "wang2008/example1");
  CHECK_FALSE(closest("kernel", accepted));
  CHECK_FALSE(closest("", accepted));
  CHECK_FALSE(closest("ab", {"cd"}));
  CHECK(closest("gk", {"gkl", "gkm"}) == "gkl");
}

TEST_CASE("suggestions: a very long list is cut and counted", "[spec]") {
  std::vector<std::string> words;
  for (int i = 0; i < 50; ++i) words.push_back(std::to_string(i));
  CHECK_THAT(listed(words), Catch::StartsWith("0, 1, 2") && Catch::EndsWith("38, 39, ... (50 in all)"));
}

namespace {

const std::filesystem::path configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";

/// Reads the stored text of a study again, beside the files it names.
std::string read_again(const Study& study, const ConfigFolder& folder) {
  std::filesystem::copy(
      configs, folder.path(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  const auto file = folder.write(study.study + ".yaml", study.config_yaml);
  return resolved_json(read_study(file, {}, small_catalogue()));
}

} // namespace

TEST_CASE("provenance: the stored text of a study with overrides reads back as the same study", "[spec]") {
  const std::vector<std::vector<std::string>> changes{
      {},
      {"replications=3"},
      {"intervals=7", "title='quoted: \"text\" # no comment'", "layout.best=cre"},
      {"lambda={grid: [1, 2]}", "layout.columns=[method, lambda]"}};
  for (const auto& overrides : changes) {
    const Study study = read_study(find_config("wang2008/table1", {configs}), overrides, small_catalogue());
    const ConfigFolder folder;
    CHECK(read_again(study, folder) == resolved_json(study));
  }
}

TEST_CASE("provenance: a study that extends another is stored whole and reads back without the other",
          "[spec]") {
  const ConfigFolder original;
  original.write("wang2008/published/table1.csv",
                 "data,classifier,method,metric,value\nexample1,weighted_svm,platt,gkl,0.5\n");
  original.write("wang2008/base.yaml", small_study + "published: {file: published/table1.csv}\n");
  const auto file = original.write("sweeps/mine.yaml", "extends: ../wang2008/base.yaml\nseed: 5\n");
  const Study study = read_study(file, {"n_train=33"}, small_catalogue());
  CHECK_THAT(study.config_yaml,
             Catch::StartsWith("# extends ../wang2008/base.yaml\n# override n_train=33\n"));
  std::filesystem::remove(original.path() / "wang2008/base.yaml");
  original.write("sweeps/mine.yaml", study.config_yaml);
  CHECK(resolved_json(read_study(file, {}, small_catalogue())) == resolved_json(study));
}

TEST_CASE("provenance: an override cannot break out of its comment line", "[spec]") {
  const Study study = study_of(small_study, {"title='a\n  b'"});
  CHECK_THAT(study.config_yaml, Catch::StartsWith("# override title='a   b'\ntitle: \"a b\"\n"));
}

TEST_CASE("resolved JSON: order of keys, comments, quotes and spelled-out defaults do not change it",
          "[spec]") {
  std::string other = replaced(small_study, "title: A small study\n", "# comment\n");
  other = replaced(other, "kernel: linear", "kernel: 'linear'\n    sigma: 3");
  other = replaced(other, "{criterion: fixed, lambda: 1}", "\n      lambda: [1.0]\n      criterion: fixed");
  other = replaced(other, "source: wang2008/example1",
                   "n_test: 900\n    source: wang2008/example1\n    name: example1");
  CHECK(resolved_json(study_of(other + "seed: 1\ntitle: \"A small study\"\n")) ==
        resolved_json(study_of(small_study)));
}

TEST_CASE("resolved JSON: every number that is computed with changes it", "[spec]") {
  const std::string plain = resolved_json(study_of(small_study));
  for (const char* override : {"seed=2", "replications=99", "n_train=101", "lambda=1.0000000000000002",
                               "methods.0.label=x", "layout.decimals=2"}) {
    CAPTURE(override);
    CHECK(resolved_json(study_of(small_study, {override})) != plain);
  }
}

// Texts within the limits of a file that would take minutes or gigabytes if each place, name or alias cost a
// pass over the whole: a test that comes back slow ends in CTest's time limit.

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
