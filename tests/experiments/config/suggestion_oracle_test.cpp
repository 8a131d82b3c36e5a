#include <algorithm>

#include "experiments/config/diagnostics.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

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
