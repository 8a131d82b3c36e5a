#include "results/report/message_pattern.hpp"

#include "tests/support/catch.hpp"

// Wrong groupings first: what must stay apart.
using namespace results;

namespace {

Failure failure(std::int32_t replicate, const std::string& error) {
  Failure out;
  out.key = {std::string(32, 'a'), replicate};
  out.stage = "fit";
  out.error = error;
  out.replay = "replay " + std::to_string(replicate);
  return out;
}

} // namespace

TEST_CASE("messages that differ in a word stay apart", "[failures][checker]") {
  const std::vector<std::vector<std::string>> pairs{{"lambda 0.5 is too small", "lambda 0.5 is too large"},
                                                    {"lambda 0.5 is too small", "sigma 0.5 is too small"},
                                                    {"example1 has one class", "example2 has one class"},
                                                    {"w_1 is infinite", "w_2 is infinite"},
                                                    {"took 10ms", "took 10s"},
                                                    {"the 'fit' failed", "the 'fit' failed twice"},
                                                    {"one class only", "one class only."},
                                                    {"no such file: a", "no such file: b"},
                                                    {"Platt's scaling failed", "Bins' scaling failed"},
                                                    {"it's over, that's it", "it's late, that's it"},
                                                    {"and/or", "either/or"},
                                                    {"a defaced word", "a effaced word"},
                                                    {"the facade decade", "the decade facade"},
                                                    {"infinite", "nanometre"},
                                                    {"x = 1, y = 2", "x = 1"},
                                                    {"- 5 of them", "5 of them"},
                                                    {"", "1"}};
  for (const auto& pair : pairs) {
    CAPTURE(pair[0], pair[1]);
    CHECK(message_pattern(pair[0]) != message_pattern(pair[1]));
  }
}

TEST_CASE("messages that differ in numbers, addresses, keys, quoted texts and paths are one",
          "[failures][manufactured]") {
  const std::string k1 = "4be1" + std::string(28, '0'), k2 = "77aa" + std::string(28, '9');
  const std::vector<std::vector<std::string>> pairs{
      {"lambda 0.013 is too small", "lambda 0.5 is too small"},
      {"lambda 1e-300 is too small", "lambda -7.25E+3 is too small"},
      {"the gap is nan", "the gap is -inf"},
      {"the gap is 5.", "the gap is 0.5."},
      {"the gap is .5", "the gap is +12"},
      {"(0.1, 2)", "(10, -3.5)"},
      {"free of 0x55d0aa", "free of 0xdeadBEEF01"},
      {"cell " + k1 + "/12 failed", "cell " + k2 + "/3 failed"},
      {"setting 4be10c77 is unknown", "setting 0f7712ab is unknown"},
      {"'width' is constant", "'the length of it' is constant"},
      {"'Platt's' is unknown", "'Bins' is unknown"},
      {"method \"a b\" and `c`", "method \"d\" and `ee`"},
      {"“λ” is unknown", "“σ2” is unknown"},
      {"cannot read /somewhere/b.csv (gone)", "cannot read ../c.csv (gone)"},
      {"cannot read runs/a/b.h5: gone", "cannot read runs/c/d/e.h5: gone"}};
  for (const auto& pair : pairs) {
    CAPTURE(pair[0], pair[1], message_pattern(pair[0]));
    CHECK(message_pattern(pair[0]) == message_pattern(pair[1]));
  }
}

TEST_CASE("a pattern is this text", "[failures][manufactured]") {
  CHECK(message_pattern("lambda 0.013 is not in '/somewhere/a.csv'") == "lambda # is not in '#'");
  CHECK(message_pattern("no quote' here, 3'5") == "no quote' here, #'#");
  CHECK(message_pattern("3-5, 3 - 5") == "#-#, # - #");
  CHECK(message_pattern("") == "");
  CHECK(message_pattern("an unclosed 'quote of 5") == "an unclosed 'quote of #");
  CHECK(message_pattern("1.2.3 and 1e and 0x") == "#.# and #e and #x");
}

TEST_CASE("a group shows its first cell, by key, and says whether the others' messages differ",
          "[failures][manufactured]") {
  const auto groups =
      failure_groups({failure(7, "lambda 0.5 is too small"), failure(3, "lambda 2 is too small"),
                      failure(5, "one class only"), failure(4, "one class only")});
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].cells == 2);
  CHECK(groups[0].error == "lambda 2 is too small");
  CHECK(groups[0].replay == "replay 3");
  CHECK(groups[0].is_varied);
  CHECK(groups[1].error == "one class only");
  CHECK_FALSE(groups[1].is_varied);
}

TEST_CASE("equal messages of different stages or signals are different failures", "[failures][checker]") {
  std::vector<Failure> failures{failure(1, "ended"), failure(2, "ended"), failure(3, "ended")};
  failures[1].stage = "tune";
  failures[2].signal = 11;
  CHECK(failure_groups(failures).size() == 3);
}

TEST_CASE("the last words of a cell are its last line that is not blank", "[failures][degenerate]") {
  const auto last_words = [](const std::string& tail) {
    Failure one = failure(1, "ended");
    one.stderr_tail = tail;
    return failure_groups({one})[0].last_words;
  };
  CHECK(last_words("") == "");
  CHECK(last_words("\n \r\n") == "");
  CHECK(last_words("only") == "only");
  CHECK(last_words("first\n  double free \n\n") == "double free");
  CHECK(last_words("first\r\nlast\r\n") == "last");
}
