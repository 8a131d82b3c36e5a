#include <unistd.h>

#include <filesystem>
#include <thread>
#include <vector>

#include "core/contract.hpp"
#include "results/store/journal.hpp"
#include "results/store/journal_index.hpp"
#include "results/store/journal_line.hpp"
#include "tests/results/store/journal/cells.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace results;

TEST_CASE("eight threads append, one syncs, and every cell is there once", "[journal][concurrency]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  constexpr int threads = 8, cells = 400;
  {
    Journal journal(path);
    std::vector<std::thread> workers;
    for (int t = 0; t < threads; ++t) {
      workers.emplace_back([&journal, t] {
        for (int i = 0; i < cells; ++i) journal.append(ok_cell(static_cast<char>('0' + t), i, t + 0.001 * i));
      });
    }
    for (int i = 0; i < 5; ++i) journal.sync();
    for (std::thread& worker : workers) worker.join();
  }
  const auto contents = read_journal(path);
  CHECK(contents.report.damaged.empty());
  CHECK_FALSE(contents.report.torn_tail);
  CHECK(contents.report.lines == threads * cells);
  REQUIRE(contents.records.size() == threads * cells);
  for (int k = 0; k < threads * cells; ++k) {
    const int t = k / cells, i = k % cells;
    REQUIRE(same(contents.records[k], ok_cell(static_cast<char>('0' + t), i, t + 0.001 * i)));
  }
}

TEST_CASE("a cell is on file as soon as append returns", "[journal]") {
  const ScratchDirectory scratch;
  Journal journal(scratch / "journal.jsonl");
  for (int i = 0; i < 3; ++i) {
    journal.append(ok_cell('a', i));
    CHECK(index_journals({scratch / "journal.jsonl"}).size() == static_cast<std::size_t>(i + 1));
  }
}

TEST_CASE("a reopened journal keeps what it has byte for byte", "[journal]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  Journal(path).append(ok_cell('a', 0));
  const std::string before = bytes_of(path);
  { const Journal untouched(path); }
  CHECK(bytes_of(path) == before);
  Journal(path).append(ok_cell('a', 1));
  CHECK(bytes_of(path) == before + journal_line(ok_cell('a', 1)));
}

TEST_CASE("a journal that cannot be opened anew says so, and is the one it was", "[journal][degenerate]") {
  const ScratchDirectory scratch;
  const auto folder = scratch / "run", path = folder / "journal.jsonl";
  std::filesystem::create_directory(folder);
  Journal journal(path);
  std::filesystem::remove_all(folder);
  for (int k = 0; k < 2; ++k) {
    CHECK_FALSE(journal.is_whole());
    CHECK_THROWS_WITH(journal.reopen(), Catch::Contains("journal.jsonl' (No such file or directory)"));
    CHECK_NOTHROW(journal.append(ok_cell('a', k)));
  }
  std::filesystem::create_directory(folder);
  journal.reopen();
  journal.append(ok_cell('a', 2));
  CHECK(read_journal(path).records.size() == 1);
}

TEST_CASE("a line longer than the reader's block is read whole", "[journal][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  Record talkative = failed_cell('b', 0);
  talkative.error.assign(9'000'000, 'x');
  {
    Journal journal(path);
    journal.append(ok_cell('a', 0));
    journal.append(talkative);
    journal.append(ok_cell('c', 0));
  }
  { const Journal reopened(path); }
  const auto contents = read_journal(path);
  REQUIRE(contents.records.size() == 3);
  CHECK(contents.records[1].error == talkative.error);
}

TEST_CASE("offsets shown by a scan are where the JSON text lies", "[journal]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  {
    Journal journal(path);
    for (int i = 0; i < 20'000; ++i) journal.append(ok_cell('a', i)); // more than one block
  }
  const std::string bytes = bytes_of(path);
  REQUIRE(bytes.size() > (std::size_t{1} << 21U));
  std::size_t wrong = 0;
  scan(path, [&](const JournalLine& line) {
    wrong += bytes.compare(static_cast<std::size_t>(line.offset), line.json.size(), line.json) != 0;
  });
  CHECK(wrong == 0);
}

TEST_CASE("what is no journal is refused in a sentence and left as it is", "[journal][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  for (const char* text : {"some notes\nof mine\n", "no newline", "\n", "{}\n"}) {
    CAPTURE(text);
    put_bytes(path, text);
    CHECK_THROWS_AS(Journal(path), core::UserError);
    CHECK_THROWS_AS(index_journals({path}), core::UserError);
    CHECK(bytes_of(path) == text);
  }
  CHECK_THROWS_WITH(index_journals({scratch / "absent"}), Catch::Contains("No such file"));
  CHECK_THROWS_AS(Journal(scratch / "absent" / "journal.jsonl"), core::UserError);
}

TEST_CASE("a journal of a newer format is refused, naming both", "[journal][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  // zlib.crc32 of the text, by Python
  put_bytes(path, "7a9ef757 {\"format\":\"marginlab-journal\",\"format_version\":\"2.0\"}\n" +
                      journal_line(ok_cell('a', 0)));
  CHECK_THROWS_WITH(index_journals({path}),
                    Catch::Contains("format 2.0") && Catch::Contains("newer marginlab"));
  CHECK_THROWS_AS(Journal(path), core::UserError);
}
