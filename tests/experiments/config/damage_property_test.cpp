#include <fstream>
#include <random>
#include <sstream>

#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

std::string shipped_text(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::string(MARGINLAB_SOURCE_DIR) + "/configs/" + name, std::ios::binary).rdbuf();
  return text.str();
}

/// A few random edits: a byte changed, a piece deleted, doubled or moved, a piece of YAML syntax put in.
std::string damaged(std::string text, std::mt19937& random) {
  static const std::vector<std::string> pieces{
      "{",      "}",     "[",      "]",   ":",     ": ",   "- ",
      "&a ",    "*a",    "\n",     "  ",  "\t",    "'",    "\"",
      "#",      "<<: ",  "grid: ", "010", "1e999", "\xFF", "~",
      "!!map ", "---\n", "? ",     "|\n", ">-\n",  "%",    "{grid: [1, 2]}",
      ","};
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
    const std::size_t at = below(text.size()), length = below(12);
    switch (below(5)) {
      case 0:
        text.replace(at, 1, 1, static_cast<char>(below(256)));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length * 4));
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), length * 4));
        break;
      default:
        text.insert(at, pieces[below(pieces.size())]);
    }
  }
  return text;
}

} // namespace

TEST_CASE("damaged configs: each ends in a study or in a list of located mistakes, never in anything else",
          "[spec]") {
  const ConfigFolder folder;
  folder.write("published/table1.csv", shipped_text("wang2008/published/table1.csv"));
  const Catalogue catalogue = small_catalogue();
  int studies = 0, refusals = 0;
  for (const char* name : {"wang2008/table1.yaml", "sweeps/example1_lambda_sigma.yaml"}) {
    const std::string text = shipped_text(name);
    for (unsigned seed = 0; seed < 1500; ++seed) {
      CAPTURE(name, seed);
      std::mt19937 random(seed);
      const auto file = folder.write("study.yaml", damaged(text, random));
      try {
        read_study(file, {}, catalogue);
        ++studies;
      } catch (const SpecErrors& errors) {
        ++refusals;
        REQUIRE_FALSE(errors.mistakes.empty());
        for (const Mistake& mistake : errors.mistakes)
          REQUIRE((mistake.line > 0 || mistake.message.find("empty") != std::string::npos));
      }
    }
  }
  CHECK(studies > 100);
  CHECK(refusals > 1000);
}

TEST_CASE("damaged overrides: each ends in a study or in a list of mistakes, never in anything else",
          "[spec]") {
  const ConfigFolder folder;
  const auto file = folder.write("study.yaml", small_study);
  const Catalogue catalogue = small_catalogue();
  int refusals = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::string text =
        damaged("methods.platt.tuning={criterion: fixed, lambda: {grid: [1, 2]}}", random);
    try {
      read_study(file, {text}, catalogue);
    } catch (const SpecErrors& errors) {
      ++refusals;
      REQUIRE_FALSE(errors.mistakes.empty());
    }
  }
  CHECK(refusals > 1000);
}
