#include <sys/stat.h>

#include "datasets/encoding/column_code.hpp"
#include "datasets/readers/csv.hpp"
#include "datasets/readers/gzip.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gzip.hpp"

using namespace datasets::readers;

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

} // namespace

TEST_CASE("a room is stated and is no more than half of what the machine has", "[datasets][memory]") {
  CHECK(reading_room() > 0);
  CHECK(tests::refusal([] { require_room("t.csv", 3e9, 4000000000); }) == "accepted");
  CHECK(tests::refusal([] { require_room("t.csv", 300.0 * (1 << 20), 200 * mib); }) ==
        "t.csv: too large (it would take 300 MiB once it is read; half of what this machine has left is 200 "
        "MiB) give fewer rows or columns, or a machine with more memory");
}

TEST_CASE("packed data that unpack to more than there is room for are counted and refused, not kept",
          "[datasets][memory][degenerate]") {
  const std::string zeros = tests::gzip(std::string(32 * mib, '\0'));
  CHECK(zeros.size() < mib);
  const std::string sentence =
      "t.gz: more than 8388608 bytes unpacked (there is room for no more: a sixteenth of the memory that is "
      "left, as a table takes many times its text, or the size that is expected) split the file";
  CHECK(tests::refusal([&] { gunzip(zeros, "t.gz", 8 * mib); }) == sentence);
  const std::string five = tests::gzip(std::string(5 * mib, 'a'));
  CHECK(tests::refusal([&] { gunzip(five + five, "t.gz", 8 * mib); }) == sentence);
  CHECK(gunzip(five, "t.gz", 8 * mib).capacity() <= 5 * mib + 64);
}

TEST_CASE("a file that is larger than there is room for is refused before it is read, a pipe at once",
          "[datasets][memory][degenerate]") {
  const tests::TemporaryFolder folder;
  const auto sparse = folder.write("vast.csv", "a,b\n");
  std::filesystem::resize_file(sparse, std::uintmax_t{1} << 42);
  CHECK_THAT(tests::refusal([&] { read_file(sparse); }),
             Catch::Contains("too large (it would take 33554432 MiB once it is read"));
  const auto packed = folder.write("rows.csv", tests::gzip(std::string(32 * mib, '1')));
  CHECK_THAT(tests::refusal([&] { read_file(packed, 16 * mib); }), Catch::Contains("bytes unpacked"));
  const std::string pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(tests::refusal([&] { read_file(pipe); }) ==
        pipe + ": a pipe or a device (a data set is read more than once) write it into a file");
}

TEST_CASE("what a text has of fields is never underestimated", "[datasets][memory]") {
  CHECK(most_fields("a,b\n1,2\n", ',') >= 4);
  CHECK(most_fields("  1   2\t3\n4", ' ') >= 4);
  CHECK(most_fields("", ',') == 1);
  CHECK(most_fields(std::string(1000, '\n'), ',') >= 1000);
}

TEST_CASE("words that would become more indicators than there is room for are refused in a sentence",
          "[datasets][memory][degenerate]") {
  RawTable table{.file = "t.csv"};
  Column words{.name = "id"};
  datasets::encoding::ColumnCode code{"id", false, {}};
  constexpr int rows = 2000000; // 4e12 numbers
  for (int i = 0; i < rows; ++i) {
    words.words.push_back(std::to_string(i));
    code.words.push_back(words.words.back());
  }
  table.columns.push_back(std::move(words));
  CHECK_THAT(tests::refusal([&] { datasets::encoding::encoded(table, {0}, {code}); }),
             Catch::Contains("t.csv: too large (it would take 91552734 MiB once it is read"));
}
