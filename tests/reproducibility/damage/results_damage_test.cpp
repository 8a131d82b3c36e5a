#include <array>
#include <cstdio>

#include "results/store/journal.hpp"
#include "results/store/journal_line.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace reproducibility;
using Catch::Contains;

namespace {

/// The line that ends a results.h5, by the definition of CRC-32.
std::string seal_of(const std::string& bytes) {
  std::uint32_t sum = ~0U;
  for (const char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0xedb88320U : 0U);
  }
  std::array<char, 32> line{};
  std::snprintf(line.data(), line.size(), "marginlab crc32 %08x\n", ~sum);
  return line.data();
}

} // namespace

TEST_CASE("a flipped byte in results.h5 is damage, and the same command publishes it anew from the journal",
          "[reproducibility][damage]") {
  const FinishedRun run;
  const std::string whole = bytes_of(run.results), journal = bytes_of(run.journal);
  for (const int of_ten : {0, 3, 6, 9}) {
    std::string bytes = whole;
    bytes[bytes.size() / 10 * static_cast<std::size_t>(of_ten) + 100] ^= 4;
    put_bytes(run.results, bytes);
    const Answer found = run.fsck();
    CAPTURE(of_ten, found.printed);
    CHECK(found.code == 3);
    CHECK_THAT(found.printed, Contains("DAMAGE  results.h5: "));
    CHECK_THAT(found.printed,
               Contains("; nothing is lost, marginlab merge makes it anew from the journals\n"));
    const Answer again = run.run();
    CHECK(again.code == 0);
    CHECK_THAT(again.said, Contains("24 already stored, 0 to compute"));
    CHECK(stored(run.directory).data_hash == run.data_hash);
    CHECK(run.fsck().code == 0);
  }
  CHECK(bytes_of(run.journal) == journal);
}

TEST_CASE("a cell stored twice with different values raises the alarm, and nothing is computed or published",
          "[reproducibility][damage]") {
  const FinishedRun run;
  results::Record other = results::read_journal(run.journal).records.front();
  other.values["gkl"] += 1e-12;
  std::ofstream(run.journal, std::ios::app | std::ios::binary) << results::journal_line(other);
  const std::string journal = bytes_of(run.journal), results = bytes_of(run.results);
  const std::string key = other.key.text(), directory = run.directory.string();
  const Answer again = run.run();
  CHECK(again.code == 3);
  CHECK_THAT(
      again.said,
      Contains("the journals of " + directory + " hold 1 cell(s) twice with different values, the first is " +
               key + " (a result that cannot be repeated) find out which is right: marginlab replay " +
               directory + " " + key + "\n"));
  const Answer merged = answer_to({"merge", directory});
  CHECK(merged.code == 3);
  CHECK(bytes_of(run.journal) == journal);
  CHECK(bytes_of(run.results) == results);
  const Answer found = run.fsck();
  CHECK(found.code == 3);
  CHECK_THAT(found.printed, Contains("DAMAGE  " + key +
                                     " is stored twice with different values (a result that cannot "
                                     "be repeated) find out which is right: marginlab replay " +
                                     directory + " " + key + "\n"));
}

TEST_CASE("a cell stored twice with the same values is no alarm", "[reproducibility][damage]") {
  const FinishedRun run;
  results::Record same = results::read_journal(run.journal).records.front();
  same.seconds += 1;
  std::ofstream(run.journal, std::ios::app | std::ios::binary) << results::journal_line(same);
  CHECK(run.run().code == 0);
  CHECK(stored(run.directory).data_hash == run.data_hash);
  CHECK(run.fsck().code == 0);
}

TEST_CASE("no cell is taken from a results.h5 whose numbers are not those of its data_hash",
          "[reproducibility][damage]") {
  const FinishedRun run;
  std::string bytes = bytes_of(run.results);
  const std::size_t seal = bytes.rfind("marginlab crc32 "), hash = bytes.find(run.data_hash);
  REQUIRE(hash != std::string::npos);
  REQUIRE(seal_of(bytes.substr(0, seal)) == bytes.substr(seal));
  bytes[hash] = bytes[hash] == '0' ? '1' : '0';
  put_bytes(run.results, bytes.substr(0, seal) + seal_of(bytes.substr(0, seal)));
  CHECK_THAT(run.fsck().printed, Contains("its numbers cannot be proved by its data_hash"));
  std::filesystem::remove(run.journal);
  const Answer again = run.run();
  CHECK(again.code == 0);
  CHECK_THAT(again.said, Contains("0 already stored, 24 to compute"));
  CHECK(stored(run.directory).data_hash == run.data_hash);
  CHECK(run.fsck().code == 0);
}
