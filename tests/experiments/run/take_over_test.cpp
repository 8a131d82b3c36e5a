#include <catch2/catch.hpp>
#include <filesystem>

#include "experiments/run/store.hpp"
#include "results/store/journal.hpp"

using namespace experiments;

namespace {

const std::string one(32, '1'), two(32, '2'), foreign(32, 'f');

struct Folders {
  std::filesystem::path root = std::filesystem::temp_directory_path() / "marginlab_take_over_test";
  results::RunDirectory base{root / "base"}, own{root / "own"};

  Folders() {
    std::filesystem::remove_all(root);
    results::create_run_directory(base.path);
    results::create_run_directory(own.path);
  }
  ~Folders() { std::filesystem::remove_all(root); }
};

results::Record record(const std::string& setting, std::int32_t replicate, double value) {
  results::Record out{.key = {setting, replicate}};
  out.values["cre"] = value;
  return out;
}

Plan plan() {
  Plan out;
  out.keys = {one, two};
  out.settings.resize(2);
  out.replications = 2;
  return out;
}

} // namespace

TEST_CASE("a study takes over the cells it shares with another, once, and no others", "[run]") {
  const Folders folders;
  {
    results::Journal journal(folders.base.journal());
    journal.append(record(one, 0, 0.25));
    journal.append(record(one, 5, 0.5));     // beyond the replications
    journal.append(record(foreign, 0, 0.5)); // of another setting
    results::Record failed = record(two, 0, 0.5);
    failed.outcome = results::Outcome::failed;
    journal.append(failed);
    journal.append(record(two, 1, 0.75));
  }
  results::Journal(folders.own.journal()).append(record(two, 1, 0.125));

  CellTimes times(plan());
  const Stored before = look_up(plan(), folders.own, times);
  CHECK(take_over(plan(), before.finished, folders.base, folders.own) == 1);
  const Stored after = look_up(plan(), folders.own, times);
  CHECK(after.finished == Finished{{true, false}, {false, true}});
  CHECK(after.conflicts.empty());
  CHECK(take_over(plan(), after.finished, folders.base, folders.own) == 0);

  const auto records = results::read_journal(folders.own.journal()).records;
  REQUIRE(records.size() == 2);
  CHECK(records[0].values.at("cre") == 0.25);
  CHECK(records[1].values.at("cre") == 0.125);
}

TEST_CASE("a study takes nothing over from itself or from nowhere", "[run][degenerate]") {
  const Folders folders;
  results::Journal(folders.own.journal()).append(record(one, 0, 0.5));
  const Finished none(2, std::vector<bool>(2, false));
  CHECK(take_over(plan(), none, folders.base, folders.own) == 0);
  CHECK(take_over(plan(), none, folders.own, folders.own) == 0);
}
