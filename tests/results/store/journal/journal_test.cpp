#include "results/store/journal.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "core/contract.hpp"
#include "results/record/card_json.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/provenance.hpp"
#include "results/store/journal_line.hpp"
#include "results/store/run_directory.hpp"
#include "tests/results/store/journal/cells.hpp"
#include "tests/results/store/journal/file_size_limit.hpp"
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
  {
    const Journal untouched(path);
  }
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
  {
    const Journal reopened(path);
  }
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

namespace {

/// The bytes of a journal of three cells, the last of which failed.
std::string three_cells() {
  return journal_header() + journal_line(ok_cell('a', 0)) + journal_line(ok_cell('a', 1)) +
         journal_line(failed_cell('b', 0));
}

} // namespace

TEST_CASE("a journal cut anywhere in its last line keeps the others and can be continued",
          "[journal][crash]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  const std::string whole = three_cells();
  const std::size_t last = whole.size() - journal_line(failed_cell('b', 0)).size();
  for (std::size_t length = last; length < whole.size(); ++length) {
    CAPTURE(length, last);
    put_bytes(path, whole.substr(0, length));
    const auto torn = read_journal(path);
    CHECK(torn.records.size() == 2);
    CHECK(torn.report.torn_tail == (length > last));
    CHECK(torn.report.damaged.empty());
    Journal(path).append(ok_cell('b', 0));
    CHECK(bytes_of(path) == whole.substr(0, last) + journal_line(ok_cell('b', 0)));
  }
}

TEST_CASE("a journal cut anywhere in its header is begun anew", "[journal][crash]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  for (std::size_t length = 0; length < journal_header().size(); ++length) {
    CAPTURE(length);
    put_bytes(path, journal_header().substr(0, length));
    CHECK(index_journals({path}).size() == 0);
    Journal(path).append(ok_cell('a', 0));
    CHECK(bytes_of(path) == journal_header() + journal_line(ok_cell('a', 0)));
  }
}

TEST_CASE("a last line whose checksum is wrong counts as torn and is cut off", "[journal][crash]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  std::string bytes = three_cells();
  bytes[bytes.size() - 5] ^= 1;
  put_bytes(path, bytes);
  CHECK(index_journals({path}).report().torn_tail);
  CHECK(index_journals({path}).report().damaged.empty());
  CHECK(index_journals({path}).size() == 2);
  Journal(path).append(ok_cell('c', 5));
  CHECK(bytes_of(path) == journal_header() + journal_line(ok_cell('a', 0)) + journal_line(ok_cell('a', 1)) +
                              journal_line(ok_cell('c', 5)));
}

TEST_CASE("a flipped byte in the middle costs one cell and is reported by its line", "[journal][crash]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  const std::string whole = three_cells();
  const std::size_t begin = journal_header().size(), end = begin + journal_line(ok_cell('a', 0)).size() - 1;
  for (std::size_t i = begin; i < end; ++i) {
    std::string bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x01);
    put_bytes(path, bytes);
    CAPTURE(i);
    const auto index = index_journals({path});
    CHECK(index.report().damaged == std::vector<std::size_t>{2});
    CHECK_FALSE(index.report().torn_tail);
    CHECK_FALSE(index.outcome({setting_key('a'), 0}).has_value());
    CHECK(index.outcome({setting_key('a'), 1}) == Outcome::ok);
    CHECK(index.outcome({setting_key('b'), 0}) == Outcome::failed);
    CHECK(read_journal(path).records.size() == 2);
  }
}

TEST_CASE("a damaged header does not cost the cells", "[journal][crash]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  std::string bytes = three_cells();
  bytes[20] ^= 1;
  put_bytes(path, bytes);
  Journal(path).append(ok_cell('d', 0));
  CHECK(index_journals({path}).size() == 4);
  CHECK(index_journals({path}).report().damaged == std::vector<std::size_t>{1});
}

TEST_CASE("a SIGKILL at any time loses no cell whose append had returned", "[journal][crash]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  for (int round = 0; round < 5; ++round) {
    int told[2];
    REQUIRE(pipe(told) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      Journal journal(path);
      for (std::int32_t i = 0;; ++i) {
        journal.append(ok_cell('a', 1000000 * round + i));
        if (write(told[1], &i, sizeof i) != sizeof i) _exit(1);
      }
    }
    std::int32_t last = -1;
    while (last < 200 * (round + 1)) REQUIRE(read(told[0], &last, sizeof last) == sizeof last);
    REQUIRE(kill(child, SIGKILL) == 0);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    close(told[1]);
    for (std::int32_t next = 0; read(told[0], &next, sizeof next) == sizeof next;) last = next;
    close(told[0]);
    const auto index = index_journals({path});
    CHECK(index.report().damaged.empty());
    for (std::int32_t i = 0; i <= last; ++i) {
      REQUIRE(index.outcome({setting_key('a'), 1000000 * round + i}) == Outcome::ok);
    }
  }
}

TEST_CASE("a full disk is StoreFull, and the journal goes on where it stopped", "[journal][crash]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  {
    Journal journal(path);
    journal.append(ok_cell('a', 0));
    const std::size_t room = bytes_of(path).size() + 40; // the next line breaks off inside
    {
      const FileSizeLimit limit(room);
      CHECK_THROWS_AS(journal.append(ok_cell('a', 1)), StoreFull);
      CHECK_THROWS_AS(journal.append(ok_cell('a', 2)), StoreFull);
    }
    CHECK(bytes_of(path).size() == room);
    CHECK(index_journals({path}).size() == 1);
    journal.append(ok_cell('a', 3));
  }
  const auto contents = read_journal(path);
  REQUIRE(contents.records.size() == 2);
  CHECK(contents.records[1].key.replicate == 3);
  CHECK(contents.report.damaged == std::vector<std::size_t>{3});
}

TEST_CASE("no room for the header is StoreFull", "[journal][crash]") {
  const ScratchDirectory scratch;
  const FileSizeLimit limit(0);
  CHECK_THROWS_AS(Journal(scratch / "journal.jsonl"), StoreFull);
}

namespace {

/// What the index and the full parse both make of these lines; they must agree.
JournalContents both(const std::vector<Record>& lines) {
  const ScratchDirectory scratch;
  std::string bytes = journal_header();
  for (const Record& record : lines) bytes += journal_line(record);
  put_bytes(scratch / "journal.jsonl", bytes);
  const auto index = index_journals({scratch / "journal.jsonl"});
  auto contents = read_journal(scratch / "journal.jsonl");
  CHECK(index.report().conflicts == contents.report.conflicts);
  CHECK(index.report().lines == lines.size());
  CHECK(index.size() == contents.records.size());
  for (const Record& record : contents.records) CHECK(index.outcome(record.key) == record.outcome);
  return contents;
}

} // namespace

TEST_CASE("of a failure and a later success the success counts", "[journal][repetition]") {
  const auto contents = both({failed_cell('a', 0), ok_cell('b', 0), ok_cell('a', 0)});
  REQUIRE(contents.records.size() == 2);
  CHECK(same(contents.records[0], ok_cell('a', 0)));
  CHECK(contents.report.conflicts.empty());
}

TEST_CASE("a later failure does not take a success away", "[journal][repetition]") {
  const auto contents = both({ok_cell('a', 0), failed_cell('a', 0)});
  REQUIRE(contents.records.size() == 1);
  CHECK(contents.records[0].outcome == Outcome::ok);
  CHECK(contents.report.conflicts.empty());
}

TEST_CASE("of two failures the later one counts", "[journal][repetition]") {
  Record later = failed_cell('a', 0);
  later.error = "another reason";
  CHECK(both({failed_cell('a', 0), later}).records.at(0).error == "another reason");
}

TEST_CASE("the same cell twice with the same values is no alarm, whatever time it took",
          "[journal][repetition]") {
  Record again = ok_cell('a', 0);
  again.seconds = 99;
  const auto contents = both({ok_cell('a', 0), again});
  CHECK(contents.records.size() == 1);
  CHECK(contents.report.conflicts.empty());
}

TEST_CASE("the same cell with other values is an alarm, once a cell, and the first counts",
          "[journal][repetition]") {
  const auto contents = both({ok_cell('b', 1, 1.0), ok_cell('a', 0, 1.0), ok_cell('b', 1, 2.0),
                              ok_cell('b', 1, 3.0), ok_cell('a', 0, 1.0)});
  CHECK(contents.report.conflicts == std::vector<Key>{{setting_key('b'), 1}});
  REQUIRE(contents.records.size() == 2);
  CHECK(same(contents.records[1], ok_cell('b', 1, 1.0)));
}

TEST_CASE("an alarm after a repeated failure is heard", "[journal][repetition]") {
  CHECK(both({failed_cell('a', 0), ok_cell('a', 0, 1.0), ok_cell('a', 0, 2.0)}).report.conflicts.size() == 1);
}

TEST_CASE("a cell lacks what none of its lines holds of what is asked for", "[journal][repetition]") {
  const ScratchDirectory scratch;
  const std::vector<std::string> asked{"cre", "mse", "mcre"};
  Record further = ok_cell('a', 0), last = ok_cell('a', 0), other = ok_cell('a', 0);
  further.values["mse"] = 0.25;
  last.values["mcre"] = 0.75;
  other.values["mse"] = 0.5;
  const auto lacks = [&](const std::vector<Record>& lines) {
    std::string bytes = journal_header();
    for (const Record& record : lines) bytes += journal_line(record);
    put_bytes(scratch / "journal.jsonl", bytes);
    const auto index = index_journals({scratch / "journal.jsonl"}, asked);
    CHECK(index.report().conflicts.size() == (lines.back().values == other.values ? 1 : 0));
    return index.find(ok_cell('a', 0).key)->lacks;
  };
  CHECK(lacks({ok_cell('a', 0)}) == 0b110);
  CHECK(lacks({ok_cell('a', 0), further}) == 0b100);
  CHECK(lacks({further, ok_cell('a', 0)}) == 0b100);
  CHECK(lacks({ok_cell('a', 0), further, last}) == 0);
  CHECK(lacks({failed_cell('a', 0), further}) == 0b100);
  CHECK(lacks({further, failed_cell('a', 0)}) == 0b100);
  CHECK(lacks({failed_cell('a', 0)}) == 0);                 // it is tried again anyway
  CHECK(lacks({ok_cell('a', 0), further, other}) == 0b100); // seen although the first line agrees with both
}

TEST_CASE("two computations agree bit for bit or disagree", "[journal][repetition]") {
  const Record one = ok_cell('a', 0, 0.1);
  Record other = one;
  CHECK_FALSE(disagree(one, other));
  other.outcome = Outcome::not_converged;
  CHECK(disagree(one, other));
  other = one;
  other.values["cre"] = std::nextafter(0.1, 1.0);
  CHECK(disagree(one, other));
  // A metric that only one was asked for, and a fact that only one program stores, are no difference. That
  // there is none is one.
  for (const char* name : {"mse", "degenerate", "test_points", "lambda", "more"}) {
    other = one;
    other.values[name] = 0.5;
    CHECK_FALSE(disagree(one, other));
    CHECK_FALSE(disagree(other, one));
    Record without = one;
    without.values[name] = std::numeric_limits<double>::quiet_NaN();
    CHECK(disagree(without, other));
  }
  other = one;
  other.values.erase("cre");
  CHECK_FALSE(disagree(one, other));
  Record missing = one, missing_too = one;
  missing.values["cre"] = std::numeric_limits<double>::quiet_NaN();
  missing_too.values["cre"] = -std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(disagree(missing, missing_too));
  CHECK(disagree(one, missing));
}

TEST_CASE("a run directory is made with its parents, and again without harm", "[run_directory]") {
  const ScratchDirectory scratch;
  const RunDirectory run = create_run_directory(scratch / "runs/wang2008/table1");
  CHECK(std::filesystem::is_directory(run.path));
  put_bytes(run.journal(), "kept");
  create_run_directory(run.path);
  CHECK(bytes_of(run.journal()) == "kept");
}

TEST_CASE("a second run in the same directory is refused, naming process and host", "[run_directory]") {
  const ScratchDirectory scratch;
  const RunDirectory run = create_run_directory(scratch / "run");
  auto first = std::make_unique<RunLock>(run);
  CHECK_THROWS_AS(RunLock(run), core::UserError);
  CHECK_THROWS_WITH(RunLock(run),
                    Catch::Contains("process " + std::to_string(getpid()) + " on " + host_name()));
  first.reset();
  CHECK_NOTHROW(RunLock(run));
}

TEST_CASE("the lock of a killed process is free at once", "[run_directory]") {
  const ScratchDirectory scratch;
  const RunDirectory run = create_run_directory(scratch / "run");
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const RunLock lock(run);
    if (write(ready[1], "x", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char byte = 0;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  CHECK_THROWS_WITH(RunLock(run), Catch::Contains("process " + std::to_string(child) + " on "));
  kill(child, SIGKILL);
  REQUIRE(waitpid(child, nullptr, 0) == child);
  CHECK_NOTHROW(RunLock(run));
  close(ready[0]);
  close(ready[1]);
}

// Places where not even the superuser can create a file, so that the test means the same for everybody.
TEST_CASE("a directory that cannot be made or written is one sentence", "[run_directory][degenerate]") {
  const ScratchDirectory scratch;
  put_bytes(scratch / "file", "x");
  CHECK_THROWS_AS(create_run_directory(scratch / "file/run"), core::UserError);
  CHECK_THROWS_WITH(create_run_directory(scratch / "file/run"),
                    Catch::Contains("cannot create the run directory"));
  CHECK_THROWS_AS(RunLock(RunDirectory{"/proc/self"}), core::UserError);
  CHECK_THROWS_AS(RunLock(RunDirectory{scratch / "absent"}), core::UserError);
}

TEST_CASE("printed numbers stand beside config.yaml, and a planted link is never followed",
          "[run_directory]") {
  const ScratchDirectory scratch;
  const RunDirectory run{scratch / "run"};
  std::filesystem::create_directories(run.path);
  std::filesystem::create_directories(scratch / "elsewhere");
  std::filesystem::create_directory_symlink(scratch / "elsewhere", run.path / "linked");
  StudyCard card;
  card.title = "t";
  StoredStudy study{card, "", ""};
  study.printed_files = {{"published/t.csv", "a\n"}, {"linked/t.csv", "b\n"}, {"up/../../t.csv", "c\n"}};
  write_study(run, study);
  CHECK(bytes_of(run.path / "published/t.csv") == "a\n");
  CHECK(std::filesystem::is_empty(scratch / "elsewhere"));
  CHECK_FALSE(std::filesystem::exists(scratch / "t.csv"));
}

TEST_CASE("study.json gives the card back and is replaced whole", "[run_directory]") {
  const ScratchDirectory scratch;
  const RunDirectory run{scratch.path()};
  CHECK_THROWS_AS(read_study(run), core::UserError);
  StudyCard card;
  card.title = "first";
  write_study(run, {card, "", ""});
  card.title = "second: λ";
  write_study(run, {card, "", ""});
  CHECK(to_json(read_study(run).card) == to_json(card));
  CHECK(read_study(run).card.title == "second: λ");
  put_bytes(run.study(), bytes_of(run.study()).substr(0, 40));
  CHECK_THROWS_AS(read_study(run), core::UserError);
  put_bytes(run.study(), "{}");
  CHECK_THROWS_WITH(read_study(run), Catch::Contains("study.json' holds no study card"));
}
