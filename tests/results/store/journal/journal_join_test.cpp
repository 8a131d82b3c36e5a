#include "results/store/journal_join.hpp"

#include <filesystem>
#include <fstream>

#include "results/store/journal.hpp"
#include "tests/results/store/journal/cells.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace results;

TEST_CASE("joined journals are one with every sound cell of the parts, and the parts are gone", "[journal]") {
  const ScratchDirectory scratch;
  const RunDirectory run{scratch / "run"};
  std::filesystem::create_directory(run.path);
  for (int part = 1; part <= 3; ++part) {
    Journal journal(run.journal(std::to_string(part) + "-of-3"));
    for (int i = 0; i < 5; ++i) journal.append(ok_cell('a', 5 * part + i, part + 0.1 * i));
  }
  Journal(run.journal()).append(ok_cell('a', 0, 7));
  std::ofstream(run.journal("2-of-3"), std::ios::app) << "{\"torn"; // a task that was killed as it wrote

  CHECK(join_journals(run) == 15);
  REQUIRE(run.journals() == std::vector<std::filesystem::path>{run.journal()});
  const auto contents = read_journal(run.journal());
  CHECK(contents.report.damaged.empty());
  REQUIRE(contents.records.size() == 16);
  CHECK(same(contents.records.front(), ok_cell('a', 0, 7)));
  CHECK(same(contents.records.back(), ok_cell('a', 19, 3 + 0.1 * 4)));

  CHECK(join_journals(run) == 0);
  CHECK(read_journal(run.journal()).records.size() == 16);
}
