#include <unistd.h>

#include "core/contract.hpp"
#include "results/record/data_hash.hpp"
#include "results/store/hdf5/read_results.hpp"
#include "results/store/hdf5/write_results.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/hdf5/same_results.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

Results there_and_back(const Results& results) {
  const ScratchDirectory scratch;
  write_results(scratch / "results.h5", results);
  return read_results(scratch / "results.h5");
}

} // namespace

TEST_CASE("the comparison of results sees every difference", "[hdf5][checker]") {
  const Results one = example_results(5);
  REQUIRE(same(one, example_results(5)));
  const auto differs = [&one](auto change) {
    Results other = one;
    change(other);
    return !same(one, other);
  };
  CHECK(differs([](Results& r) { r.card.title += "."; }));
  CHECK(differs([](Results& r) { r.rows.setting[3] += 1; }));
  CHECK(differs([](Results& r) { r.rows.replicate.pop_back(); }));
  CHECK(differs([](Results& r) { r.rows.outcome[0] = 2; }));
  CHECK(differs([](Results& r) { r.rows.seconds[0] += 1; }));
  CHECK(differs([](Results& r) { r.rows.values["gkl"][4] += 1e-9; }));
  CHECK(differs([](Results& r) { r.rows.values.erase("cre"); }));
  CHECK(differs([](Results& r) { r.rows.series["criterion"].columns["value"][4] += 1e-9; }));
  CHECK(differs([](Results& r) { r.rows.series["criterion"].row[4] += 1; }));
  CHECK(differs([](Results& r) { r.rows.series["criterion"].columns.erase("value"); }));
  CHECK(differs([](Results& r) { r.rows.series.erase("path"); }));
  CHECK(differs([](Results& r) { r.failures[0].replay = ""; }));
  CHECK(differs([](Results& r) { r.failures[0].signal += 1; }));
  CHECK(differs([](Results& r) { r.failures[0].stderr_tail += "."; }));
  CHECK(differs([](Results& r) { r.failures.pop_back(); }));
  CHECK(differs([](Results& r) { r.provenance["host"] = "there"; }));
  CHECK(differs([](Results& r) { r.data_hash = ""; }));
}

TEST_CASE("all of a study comes back from results.h5: infinities, NaN, unicode, failures",
          "[hdf5][roundtrip]") {
  // Few rows lie contiguous, many are chunked and filtered.
  for (const std::int32_t replications : {1, 5, 400}) {
    CAPTURE(replications);
    const Results results = example_results(replications);
    CHECK(results.rows.series.at("criterion").row.empty() == false);
    CHECK(same(there_and_back(results), results));
  }
}

TEST_CASE("a study without rows, and one without anything, come back", "[hdf5][degenerate]") {
  Results results = assemble(example_card(5), {});
  CHECK(same(there_and_back(results), results));
  results = assemble(StudyCard{}, {});
  CHECK(same(there_and_back(results), results));
}

TEST_CASE("data_hash is computed where it is empty and must be right where it is not", "[hdf5]") {
  const ScratchDirectory scratch;
  Results results = example_results(2);
  const std::string hash = std::exchange(results.data_hash, "");
  CHECK(there_and_back(results).data_hash == hash);
  results.data_hash = std::string(64, '0');
  CHECK_THROWS_AS(write_results(scratch / "results.h5", results), std::logic_error);
  CHECK_FALSE(std::filesystem::exists(scratch / "results.h5"));
}

TEST_CASE("rows that are not sorted, not even or not on the card are a programmer's mistake",
          "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto refused = [&scratch](auto spoil) {
    Results results = example_results(3);
    results.data_hash.clear();
    spoil(results.rows);
    CHECK_THROWS_AS(write_results(scratch / "results.h5", results), std::logic_error);
    CHECK(std::filesystem::is_empty(scratch.path()));
  };
  refused([](Rows& rows) { std::swap(rows.replicate[0], rows.replicate[1]); });
  refused([](Rows& rows) { rows.replicate[1] = rows.replicate[0]; });
  refused([](Rows& rows) { rows.setting.back() = 1000; });
  refused([](Rows& rows) { rows.setting.front() = -1; });
  refused([](Rows& rows) { rows.replicate.front() = -1; });
  refused([](Rows& rows) { rows.seconds.pop_back(); });
  refused([](Rows& rows) { rows.values["gkl"].pop_back(); });
  refused([](Rows& rows) { rows.values["status"] = rows.seconds; });
  refused([](Rows& rows) { rows.values["a/b"] = rows.seconds; });
  refused([](Rows& rows) { std::swap(rows.series["path"].row.front(), rows.series["path"].row.back()); });
  refused([](Rows& rows) { rows.series["path"].row.back() = static_cast<std::int32_t>(rows.size()); });
  refused([](Rows& rows) { rows.series["path"].row.front() = -1; });
  refused([](Rows& rows) { rows.series["path"].columns["pi"].pop_back(); });
  refused([](Rows& rows) { rows.series["path"].columns["row"] = rows.series["path"].columns["pi"]; });
  refused([](Rows& rows) { rows.series["a.b"] = rows.series["path"]; });
}

TEST_CASE("the same results give the same bytes, in any process and at any time", "[hdf5][bytes]") {
  const ScratchDirectory scratch;
  for (const std::int32_t replications : {2, 400}) {
    CAPTURE(replications);
    const Results results = example_results(replications);
    write_results(scratch / "one.h5", results);
    sleep(1); // HDF5 stamps objects with seconds unless it is told not to
    write_results(scratch / "two.h5", example_results(replications));
    CHECK(bytes_of(scratch / "one.h5") == bytes_of(scratch / "two.h5"));
    Results other = results;
    other.rows.values["gkl"][0] += 1;
    other.data_hash.clear();
    write_results(scratch / "three.h5", other);
    CHECK(bytes_of(scratch / "one.h5") != bytes_of(scratch / "three.h5"));
    other = results;
    other.rows.series["criterion"].columns["value"][0] += 1;
    other.data_hash.clear();
    write_results(scratch / "three.h5", other);
    CHECK(bytes_of(scratch / "one.h5") != bytes_of(scratch / "three.h5"));
  }
}
