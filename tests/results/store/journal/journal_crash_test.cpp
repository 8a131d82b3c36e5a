#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "results/store/file.hpp"
#include "results/store/journal.hpp"
#include "results/store/journal_index.hpp"
#include "results/store/journal_line.hpp"
#include "tests/results/store/journal/cells.hpp"
#include "tests/results/store/journal/file_size_limit.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace results;

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
  std::filesystem::create_symlink("/dev/full", scratch / "journal.jsonl");
  CHECK_THROWS_AS(Journal(scratch / "journal.jsonl"), StoreFull);
}
