#include <filesystem>

#include "experiments/run/store.hpp"
#include "results/store/journal.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace experiments;

namespace {

const std::string one(32, '1'), two(32, '2'), foreign(32, 'f');

struct Folders {
  std::filesystem::path root = std::filesystem::temp_directory_path() / "marginlab_import_cells_test";
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

TEST_CASE("a study imports the cells it shares with another, once, and no others", "[run]") {
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

  const Plan shared = plan();
  CHECK(RunStore(shared, folders.own).import_cells(folders.base) == 1);
  const RunStore after(shared, folders.own);
  CHECK(after.finished() == Finished{{true, false}, {false, true}});
  CHECK(after.conflicts().empty());
  CHECK(after.import_cells(folders.base) == 0);

  const auto records = results::read_journal(folders.own.journal()).records;
  REQUIRE(records.size() == 2);
  CHECK(records[0].values.at("cre") == 0.25);
  CHECK(records[1].values.at("cre") == 0.125);
}

TEST_CASE("a study imports nothing from itself or from nowhere", "[run][degenerate]") {
  const Folders folders;
  results::Journal(folders.own.journal()).append(record(one, 0, 0.5));
  const Plan own = plan();
  const RunStore store(own, folders.own);
  CHECK(store.import_cells(folders.base) == 0);
  CHECK(store.import_cells(folders.own) == 0);
}
