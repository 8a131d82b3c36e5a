#include <algorithm>

#include "core/random/sha256.hpp"
#include "experiments/verify/audit.hpp"
#include "experiments/verify/bundle.hpp"
#include "experiments/verify/crate.hpp"
#include "experiments/verify/fsck.hpp"
#include "tests/reproducibility/damage/checksum.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
namespace fs = std::filesystem;

// A results.h5 whose data_hash is not that of its numbers, its checksum made anew: only the numbers tell.

namespace {

std::string with_other_hash(const fs::path& file, const std::string& data_hash) {
  std::string bytes = bytes_of(file);
  const std::size_t seal = bytes.rfind("marginlab crc32 "), at = bytes.find(data_hash);
  REQUIRE(at != std::string::npos);
  bytes[at] = bytes[at] == '0' ? '1' : '0';
  return bytes.substr(0, seal) + seal_of(bytes.substr(0, seal));
}

std::vector<std::string> damage_in(const std::vector<experiments::Finding>& findings) {
  std::vector<std::string> out;
  for (const experiments::Finding& finding : findings)
    if (finding.grade == experiments::Finding::Grade::damage) out.push_back(finding.sentence);
  return out;
}

/// One cell.
struct SmallRun {
  Scratch scratch;
  fs::path directory = scratch / "run", results = directory / "results.h5";

  explicit SmallRun(const std::string& method = "method: solution_path, name: path, lambda: 1") {
    const auto config = scratch.write("s.yaml", study_of_one(method));
    REQUIRE(run_quietly(config, directory, 1, {"replications=1"}) == 0);
  }
};

} // namespace

TEST_CASE("fsck calls numbers that are not those of their data_hash damage", "[data_hash][damage]") {
  const bool has_series = GENERATE(true, false);
  const SmallRun run = has_series ? SmallRun() : SmallRun("method: base_rate, name: rate");
  REQUIRE(stored(run.directory).rows.series.empty() == !has_series);
  CHECK(damage_in(experiments::examine(run.directory)).empty());
  put_bytes(run.results, with_other_hash(run.results, stored(run.directory).data_hash));
  const auto found = damage_in(experiments::examine(run.directory));
  REQUIRE(found.size() == 1);
  CHECK_THAT(found.front(), Catch::StartsWith("results.h5: its numbers cannot be proved by its data_hash"));
}

TEST_CASE("an audit finds numbers that are not those of their data_hash though every checksum was made anew",
          "[data_hash][damage]") {
  const SmallRun run;
  const fs::path folder = run.scratch / "bundle", file = folder / "results.h5",
                 metadata = folder / experiments::crate_metadata;
  experiments::bundle({.file = run.results, .out = folder});
  CHECK(damage_in(experiments::audit({.folder = folder, .cells = 0})).empty());
  const std::string sound = bytes_of(file), changed = with_other_hash(file, stored(run.directory).data_hash);
  REQUIRE(changed.size() == sound.size());
  std::string named = bytes_of(metadata);
  const std::string sum = core::sha256_hex(sound);
  REQUIRE(named.find(sum) != std::string::npos);
  put_bytes(file, changed);
  put_bytes(metadata, named.replace(named.find(sum), sum.size(), core::sha256_hex(changed)));
  const auto found = damage_in(experiments::audit({.folder = folder, .cells = 0}));
  CHECK(std::count(found.begin(), found.end(), "results.h5: its numbers are not those of its data_hash.") ==
        1);
}
