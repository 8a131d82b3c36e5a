#include <cstdlib>

#include "core/contract.hpp"
#include "results/store/hdf5/file.hpp"
#include "results/store/hdf5/inspect.hpp"
#include "results/store/hdf5/read_results.hpp"
#include "results/store/hdf5/write_results.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/hdf5/replace_text.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

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

} // namespace

TEST_CASE("a results.h5 cut short anywhere is refused in one sentence", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(40));
  REQUIRE(refusal(path).empty());
  const std::string whole = bytes_of(path);
  for (std::size_t part = 0; part < 64; ++part) {
    const std::size_t length = part < 32 ? whole.size() * part / 32 : whole.size() - 64 + part;
    CAPTURE(length, whole.size());
    put_bytes(path, whole.substr(0, length));
    CHECK_THAT(refusal(path), Catch::Contains("'" + path.string() + "' is cut short or damaged ("));
    CHECK(refusal(path).find('\n') == std::string::npos);
    if (part < 32) CHECK_THROWS_AS(describe(path), core::UserError);
  }
}

TEST_CASE("a results.h5 with any one byte changed is refused before HDF5 sees it", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  for (const std::int32_t replications : {2, 400}) {
    write_results(path, example_results(replications));
    const std::string whole = bytes_of(path);
    for (std::size_t part = 0; part < 200; ++part) {
      std::string bytes = whole;
      const std::size_t at = part < 170 ? whole.size() * part / 170 : whole.size() - 200 + part;
      bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
      put_bytes(path, bytes);
      CAPTURE(at, whole.size());
      REQUIRE_THAT(refusal(path), Catch::Contains("is cut short or damaged"));
    }
  }
}

TEST_CASE("bytes after the checksum, or none before it, are refused", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(2));
  put_bytes(path, bytes_of(path) + "x");
  CHECK_THAT(refusal(path), Catch::Contains("the checksum at its end is missing"));
  put_bytes(path, seal_of(""));
  CHECK(check_seal(path) == Seal::sound);
  CHECK_THAT(refusal(path), Catch::Contains("is cut short or damaged (opening"));
}

TEST_CASE("a sealed file whose inside is wrong is refused, saying what", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(2));
  replace_text(path, "\"replications\"", "\"replicationz\"");
  CHECK_THAT(refusal(path), Catch::Contains("holds no study card") && Catch::Contains("replications"));
  write_results(path, example_results(2));
  replace_text(path, "seconds", "minutes");
  CHECK_THAT(refusal(path), Catch::Contains("is cut short or damaged (opening 'seconds'"));
}

TEST_CASE("a newer format is refused, naming both; a newer minor version is read", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(2));
  replace_text(path, "1.4.0", "1.9.7");
  CHECK(refusal(path).empty());
  replace_text(path, "1.9.7", "2.0.0");
  CHECK_THAT(refusal(path),
             Catch::Contains("has format 2.0.0 (this program reads up to 1.4.0) use a newer marginlab"));
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
