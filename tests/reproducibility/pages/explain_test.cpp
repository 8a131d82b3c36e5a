#include <sstream>

#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/reproducibility/pages/page.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/support/catch.hpp"

// marginlab explain: a word of the glossary on the command line.
using namespace reproducibility;

TEST_CASE("every term of the glossary is listed and explained, in capital letters and the plural too",
          "[docs][program]") {
  const std::string listed = answer_to({"explain"}).printed;
  std::istringstream in(listed);
  int terms = 0;
  for (std::string term; std::getline(in, term); ++terms) {
    CAPTURE(term);
    CHECK_THAT(page_text("glossary.md"), Catch::Contains("**" + term + "**: "));
    if (terms % 8 != 0) continue; // each is a process
    const Answer answer = answer_to({"explain", term});
    CHECK(answer.code == 0);
    CHECK_THAT(answer.printed, Catch::StartsWith(term + ": "));
  }
  const std::string page = page_text("glossary.md");
  int entries = 0;
  for (auto at = page.find("\n- **"); at != std::string::npos; at = page.find("\n- **", at + 1)) ++entries;
  CHECK(terms == entries);
  const std::string block = answer_to({"explain", "Block"}).printed;
  CHECK_THAT(block, Catch::StartsWith("Block: ") && !Catch::Contains("*"));
  CHECK(answer_to({"explain", "blocks"}).printed == block);
  CHECK(answer_to({"explain", "BLOCK"}).printed == block);
  CHECK(answer_to({"__complete", "explain", ""}).printed == listed);
}

TEST_CASE("a word that the glossary defines on the way is explained by its entry", "[docs][program]") {
  CHECK_THAT(answer_to({"explain", "cannot", "tell"}).printed, Catch::StartsWith("Verdict of a cell: "));
  CHECK_THAT(answer_to({"explain", "unexplained"}).printed, Catch::StartsWith("Cause: "));
}

TEST_CASE("a word that the glossary does not know ends with 2 and gets the near ones", "[docs][program]") {
  const auto said = [](const char* word) {
    const Answer answer = answer_to({"explain", word});
    CHECK(answer.code == 2);
    CHECK(answer.printed.empty());
    return answer.said;
  };
  CHECK_THAT(said("blokc"), Catch::Contains("The glossary does not define 'blokc'. Did you mean Block?"));
  CHECK_THAT(said("order"), Catch::Contains("Did you mean Pairs in order?"));
  CHECK_THAT(said("\033[2J"),
             Catch::Contains("All its terms: marginlab explain.") && !Catch::Contains("\033"));
}

TEST_CASE(
    "a cell of a run is explained by its address, as two words or as a page's link, and an unknown one is "
    "refused",
    "[docs][program]") {
  const FinishedRun run;
  const std::string directory = run.directory.string(), listed = answer_to({"explain", directory}).printed;
  const std::string address = listed.substr(0, listed.find('\n'));
  REQUIRE(!address.empty());
  const Answer answer = answer_to({"explain", directory, address});
  CHECK(answer.code == 0);
  CHECK_THAT(answer.printed, Catch::Contains("\nData: ") && Catch::Contains("\nAverage: ") &&
                                 Catch::Contains("\nAgain: marginlab replay "));
  CHECK(answer_to({"explain", directory + "#" + address}).printed == answer.printed);
  const Answer unknown = answer_to({"explain", directory, "nowhere"});
  CHECK(unknown.code == 2);
  CHECK(unknown.printed.empty());
  CHECK_THAT(unknown.said, Catch::Contains("has no cell 'nowhere'. There are " + address));
}
