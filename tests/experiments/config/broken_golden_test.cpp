#include "tests/experiments/config/support/broken_corpus.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

TEST_CASE("broken configs: each of the corpus is reported exactly as the .expected file beside it says",
          "[spec]") {
  const BrokenCorpus corpus;
  const auto names = corpus.names();
  REQUIRE(names.size() >= 120);
  for (const std::string& name : names) {
    CAPTURE(name);
    const std::string expected = bytes_of(name + ".expected");
    REQUIRE_FALSE(expected.empty());
    const auto errors = errors_of(name + ".yaml");
    REQUIRE(errors);
    CHECK(std::string(errors->what()) + "\n" == expected);
  }
}

TEST_CASE("broken configs: every report ends with the number of its mistakes", "[spec]") {
  const BrokenCorpus corpus;
  for (const std::string& name : corpus.names()) {
    CAPTURE(name);
    const auto errors = errors_of(name + ".yaml");
    REQUIRE(errors);
    const std::size_t count = errors->mistakes.size();
    std::string end = "\n";
    end += std::to_string(count);
    end += count == 1 ? " mistake" : " mistakes";
    CHECK_THAT(errors->what(), Catch::EndsWith(end));
  }
}

TEST_CASE("broken configs: no report lets a control character or a broken byte through to the terminal",
          "[spec]") {
  const BrokenCorpus corpus;
  for (const std::string& name : corpus.names()) {
    CAPTURE(name);
    const auto errors = errors_of(name + ".yaml");
    REQUIRE(errors);
    for (const char c : std::string(errors->what()))
      REQUIRE((static_cast<unsigned char>(c) >= 0x20 || c == '\n'));
  }
}
