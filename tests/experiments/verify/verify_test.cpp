#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "experiments/run/compute.hpp"
#include "experiments/verify/diff.hpp"
#include "experiments/verify/replay.hpp"
#include "results/record/columns.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using conformance::chosen;
using results::ScratchDirectory;

namespace {

const core::Entry& entry(const std::vector<core::Entry>& entries, const std::string& id) {
  return *std::find_if(entries.begin(), entries.end(), [&](const core::Entry& e) { return e.id == id; });
}

/// Platt's method on 30 points under this criterion, with few lambdas.
Setting small_setting(const std::string& criterion) {
  const Catalogue& all = catalogue();
  core::Choice data = chosen(all.data.front()), tuning = chosen(entry(all.criteria, criterion));
  for (const char* size : {"n_train", "n_test", "n_tune"}) data.parameters.set(size, std::int64_t{30});
  if (tuning.parameters.has("samples")) tuning.parameters.set("samples", std::int64_t{2});
  return {data, chosen(all.classifiers.front()), chosen(all.methods.front()), tuning, 3};
}

/// Two replicates of each setting, computed and brought together as a run does it.
results::Results small_study() {
  Plan plan;
  plan.replications = 2;
  results::Results all;
  all.card.replications = plan.replications;
  all.card.metrics = {{"cre", "CRE", "", true}};
  for (const char* criterion : {"fixed", "tuning_set", "perturbation"}) {
    plan.settings.push_back(small_setting(criterion));
    plan.keys.push_back(key_of(plan.settings.back()));
    all.card.settings.push_back({plan.keys.back(), canonical(plan.settings.back())});
    all.card.points.push_back({{}, static_cast<std::int32_t>(all.card.settings.size()) - 1});
  }
  plan.metrics = {"cre"};
  results::ResultColumns columns(plan.keys, plan.replications);
  for (std::int32_t r = 0; r < plan.replications; ++r)
    compute(
        plan, Group{{{0, r}, {1, r}, {2, r}}}, [&](const results::Record& made) { columns.enter(made); },
        [](const experiments::Cell&) { return false; });
  REQUIRE(columns.counts().failed == 0);
  all.rows = columns.rows();
  return all;
}

} // namespace

TEST_CASE("a run stores the criterion's curve of every cell that tunes", "[replay][series]") {
  const results::Results all = small_study();
  const results::SeriesTable& curve = all.rows.series.at("criterion");
  for (const char* column : {"lambda", "value", "empirical", "covariance", "correction"})
    CHECK(curve.columns.contains(column));
  for (std::int32_t row = 0; row < 6; ++row) {
    CAPTURE(row);
    const auto [first, last] = results::points_of(curve, row);
    CHECK(last - first == (row < 2 ? 0 : 3)); // the first setting's lambda is fixed
    if (row < 2) continue;
    const double chosen_lambda = all.rows.values.at("lambda")[static_cast<std::size_t>(row)];
    for (std::size_t i = first; i < last; ++i)
      if (curve.columns.at("lambda")[i] == chosen_lambda)
        CHECK(curve.columns.at("value")[i] == all.rows.values.at("criterion")[static_cast<std::size_t>(row)]);
    CHECK(std::isnan(curve.columns.at("empirical")[first]) == (row < 4)); // a term of perturbation alone
  }
}

TEST_CASE("replay agrees with what a run stored, and sees one bit changed in a series",
          "[replay][series][checker]") {
  const results::ScratchDirectory scratch;
  const auto file = scratch / "results.h5";
  const results::Results all = small_study();
  const auto replayed = [&](auto change) {
    results::Results changed = all;
    change(changed.rows);
    results::write_results(file, changed);
    std::vector<int> codes;
    for (const results::Setting& setting : all.card.settings)
      codes.push_back(replay(file, setting.key + "/1"));
    return codes;
  };
  CHECK(replayed([](results::Rows&) {}) == std::vector<int>{0, 0, 0});
  CHECK(replayed([](results::Rows& rows) {
          double& last = rows.series["criterion"].columns["correction"].back();
          last = std::nextafter(last, 100.0);
        }) == std::vector<int>{0, 0, 3});
  CHECK(replayed([](results::Rows& rows) {
          rows.values["cre"][1] = std::nextafter(rows.values["cre"][1], 100.0);
        }) == std::vector<int>{3, 0, 0});
  CHECK(replayed([](results::Rows& rows) {
          results::SeriesTable& curve = rows.series["criterion"]; // one point less in the last row
          curve.row.pop_back();
          for (auto& [name, column] : curve.columns) column.pop_back();
        }) == std::vector<int>{0, 0, 3});
  CHECK(replayed([](results::Rows& rows) { rows.series.clear(); }) == std::vector<int>{0, 3, 3});
}

namespace {

/// The study with another seed: other keys, and its values moved a little.
results::Results another_seed(results::Results all, double shift) {
  for (results::Setting& setting : all.card.settings) setting.key[0] = '0';
  for (results::Failure& failure : all.failures) failure.key.setting[0] = '0';
  for (auto& [name, column] : all.rows.values)
    for (double& value : column) value += shift;
  all.data_hash.clear();
  return all;
}

} // namespace

TEST_CASE("diff ends with 0 for equal files, 3 for others, run directories included", "[diff]") {
  const ScratchDirectory scratch;
  results::Results all = results::example_results(4);
  write_results(scratch / "one.h5", all);
  std::filesystem::create_directory(scratch / "two");
  write_results(scratch / "two/results.h5", all);
  CHECK(diff({scratch / "one.h5", scratch / "two", false}) == 0);
  CHECK(diff({scratch / "one.h5", scratch / "two", true}) == 0);
  all.rows.values["gkl"][0] = std::nextafter(all.rows.values["gkl"][0], 2.0);
  all.data_hash.clear();
  write_results(scratch / "two/results.h5", all);
  CHECK(diff({scratch / "one.h5", scratch / "two", false}) == 3);
  CHECK(diff({scratch / "two", scratch / "one.h5", true}) == 3);
}

TEST_CASE("diff of other settings ends with 0 within Monte Carlo error, 3 beyond it and with --exact",
          "[diff]") {
  const ScratchDirectory scratch;
  const results::Results all = results::example_results(30);
  write_results(scratch / "one.h5", all);
  write_results(scratch / "near.h5", another_seed(all, 1e-6));
  write_results(scratch / "far.h5", another_seed(all, 5));
  CHECK(diff({scratch / "one.h5", scratch / "near.h5", false}) == 0);
  CHECK(diff({scratch / "one.h5", scratch / "near.h5", true}) == 3);
  CHECK(diff({scratch / "one.h5", scratch / "far.h5", false}) == 3);
}

TEST_CASE("diff names every file that cannot be read", "[diff][degenerate]") {
  const ScratchDirectory scratch;
  results::put_bytes(scratch / "notes.txt", "text");
  CHECK_THROWS_WITH(diff({scratch / "absent.h5", scratch / "notes.txt", false}),
                    Catch::Contains("absent.h5") && Catch::Contains("notes.txt"));
}

TEST_CASE("the key of a cell has a replicate that is not negative", "[replay][degenerate]") {
  const results::ScratchDirectory scratch;
  const auto file = scratch / "results.h5";
  const results::Results all = small_study();
  results::write_results(file, all);
  for (const char* replicate : {"/-1", "/", "/1x", ""})
    CHECK_THROWS_WITH(replay(file, all.card.settings.front().key + replicate),
                      Catch::Contains("is no key of a cell"));
}

TEST_CASE("replay sees a number that was stored and is not computed, and the reverse",
          "[replay][degenerate]") {
  const results::Results all = small_study();
  results::Results changed = all;
  changed.rows.values["cre"][0] = std::nan("");
  changed.rows.values["of_an_older_program"].assign(all.rows.size(), std::nan(""));
  changed.rows.values["of_an_older_program"][1] = 1;
  CHECK_FALSE(replayed(changed, 0).is_equal);
  CHECK_FALSE(replayed(changed, 1).is_equal);
  CHECK(replayed(changed, 2).is_equal);
}

TEST_CASE("replay sees a series that was stored shorter or longer", "[replay][series][degenerate]") {
  for (const std::int32_t row : {2, 3}) {
    results::Results changed = small_study();
    results::SeriesTable& curve = changed.rows.series.at("criterion");
    const auto last = results::points_of(curve, row).second;
    const auto at = static_cast<std::ptrdiff_t>(last) - 1;
    curve.row.erase(curve.row.begin() + at);
    for (auto& [name, column] : curve.columns) column.erase(column.begin() + at);
    CHECK_FALSE(replayed(changed, static_cast<std::size_t>(row)).is_equal);
  }
}

namespace {

/// Each setting at a place of its own.
results::Results at_places(results::Results all) {
  for (std::size_t s = 0; s < all.card.points.size(); ++s)
    all.card.points[s].at["method"] = std::string(1, static_cast<char>('a' + s));
  all.card.axes = {{"method", "Method", false, {{"a", "a"}, {"b", "b"}, {"c", "c"}}}};
  all.card.layout.rows = {"method"};
  return all;
}

} // namespace

TEST_CASE("a cell that one of two files lacks is a difference, whichever lacks it", "[diff][degenerate]") {
  const results::ScratchDirectory scratch;
  const results::Results all = at_places(small_study());
  results::Results less = all;
  less.rows.setting.pop_back();
  less.rows.replicate.pop_back();
  less.rows.outcome.pop_back();
  less.rows.seconds.pop_back();
  less.rows.series.clear();
  for (auto& [name, column] : less.rows.values) column.pop_back();
  results::Results whole = all;
  whole.rows.series.clear();
  results::write_results(scratch / "whole.h5", whole);
  results::write_results(scratch / "less.h5", less);
  CHECK(diff({.a = scratch / "whole.h5", .b = scratch / "whole.h5"}) == 0);
  CHECK(diff({.a = scratch / "whole.h5", .b = scratch / "less.h5"}) == 3);
  CHECK(diff({.a = scratch / "less.h5", .b = scratch / "whole.h5"}) == 3);
}

TEST_CASE("a point of which one of two files has failures alone is a difference", "[diff][degenerate]") {
  const results::ScratchDirectory scratch;
  results::Results one = at_places(small_study());
  one.rows.series.clear();
  results::Results other = one;
  other.card.settings[0].key = std::string(32, 'f'); // another computation at the same point, and it failed
  for (const std::size_t row : {0, 1}) {
    other.rows.outcome[row] = static_cast<std::int32_t>(results::Outcome::failed);
    for (auto& [name, column] : other.rows.values) column[row] = std::nan("");
    other.failures.push_back({{other.card.settings[0].key, static_cast<std::int32_t>(row)}, "x", "y", ""});
  }
  results::write_results(scratch / "one.h5", one);
  results::write_results(scratch / "other.h5", other);
  CHECK(diff({.a = scratch / "one.h5", .b = scratch / "other.h5"}) == 3);
  CHECK(diff({.a = scratch / "other.h5", .b = scratch / "one.h5"}) == 3);
}
