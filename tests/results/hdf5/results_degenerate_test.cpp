#include <catch2/catch.hpp>
#include <cstdlib>

#include "core/contract.hpp"
#include "results/hdf5/inspect.hpp"
#include "results/hdf5/read_results.hpp"
#include "results/hdf5/write_results.hpp"
#include "tests/results/hdf5/example_study.hpp"
#include "tests/results/journal/scratch_directory.hpp"

using namespace results;

namespace {

/// The sentence a file is refused with; "" if it is read.
std::string refusal(const std::filesystem::path& path) {
  try {
    read_results(path);
    return "";
  } catch (const core::UserError& problem) {
    return problem.what();
  }
}

/// The same length, so that nothing else in the file moves.
void replace_text(const std::filesystem::path& path, const std::string& from, const std::string& to) {
  REQUIRE(from.size() == to.size());
  std::string bytes = bytes_of(path);
  const std::size_t at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  put_bytes(path, bytes.replace(at, from.size(), to));
}

}  // namespace

TEST_CASE("a results.h5 cut short anywhere is refused in one sentence", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(40));
  REQUIRE(refusal(path).empty());
  const std::string whole = bytes_of(path);
  for (std::size_t part = 0; part < 64; ++part) {
    const std::size_t length = part == 63 ? whole.size() - 1 : whole.size() * part / 64;
    CAPTURE(length, whole.size());
    put_bytes(path, whole.substr(0, length));
    CHECK_THAT(refusal(path), Catch::Contains("'" + path.string() + "' is cut short or damaged (opening"));
    CHECK(refusal(path).find('\n') == std::string::npos);
    CHECK_THROWS_AS(describe(path), core::UserError);
  }
}

TEST_CASE("a changed number is noticed, in a small file and in a large one", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  Results results = example_results(3);
  results.rows.values["gkl"][0] = 0x1.23456789abcdep0;
  results.data_hash.clear();
  write_results(path, results);
  REQUIRE(refusal(path).empty());
  replace_text(path, "\xde\xbc\x9a\x78\x56\x34", "\xdf\xbc\x9a\x78\x56\x34");
  CHECK_THAT(refusal(path), Catch::Contains("data_hash"));

  write_results(path, example_results(400));
  std::string bytes = bytes_of(path);
  // The deflated columns are most of the file: a place in the middle of it is in one of them.
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
  put_bytes(path, bytes);
  CHECK_THAT(refusal(path), Catch::Contains("is cut short or damaged"));
}

TEST_CASE("a newer format is refused, naming both; a newer minor version is read", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(2));
  replace_text(path, std::string("1.0.0") + '\0', std::string("1.9.7") + '\0');
  CHECK(refusal(path).empty());
  replace_text(path, std::string("1.9.7") + '\0', std::string("2.0.0") + '\0');
  CHECK_THAT(refusal(path), Catch::Contains("has format 2.0.0 (this program reads up to 1.0.0) use a newer marginlab"));
}

TEST_CASE("what is no results.h5 is refused, saying which file and why", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  CHECK_THAT(refusal(scratch / "absent.h5"), Catch::Contains("absent.h5' (No such file"));
  CHECK_THAT(refusal(scratch.path()), Catch::Contains(scratch.path().string()));
  put_bytes(scratch / "notes.txt", "no HDF5 at all\n");
  CHECK_THAT(refusal(scratch / "notes.txt"), Catch::Contains("notes.txt' is cut short or damaged"));
  write_results(scratch / "other.h5", example_results(1));
  replace_text(scratch / "other.h5", "marginlab-results", "somebody's-format");
  CHECK_THAT(refusal(scratch / "other.h5"), Catch::Contains("is not a results.h5"));
}
