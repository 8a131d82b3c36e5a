#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "core/contract.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/run/compute.hpp"
#include "experiments/run/store.hpp"
#include "experiments/system/subprocess.hpp"
#include "results/store/journal.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/experiments/run/line_sample.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace experiments;
using conformance::chosen;
using experiments::call;

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
  Setting setting;
  setting.method.id = "platt";
  setting.classifier.id = "weighted_svm";
  out.settings.assign(2, setting);
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

TEST_CASE("a study imports no cell again that brings nothing new", "[run][degenerate]") {
  const Folders folders;
  results::Journal(folders.base.journal()).append(record(one, 0, 0.25));
  results::Journal(folders.own.journal()).append(record(one, 0, 0.25));
  Plan asks = plan();
  asks.metrics = {"cre", "gkl"}; // which neither has
  CHECK(RunStore(asks, folders.own).import_cells(folders.base) == 0);
  results::Record further = record(one, 0, 0.25);
  further.values["gkl"] = 0.5;
  results::Journal(folders.base.journal()).append(further);
  CHECK(RunStore(asks, folders.own).import_cells(folders.base) == 1);
}

TEST_CASE("a study imports nothing from itself or from nowhere", "[run][degenerate]") {
  const Folders folders;
  results::Journal(folders.own.journal()).append(record(one, 0, 0.5));
  const Plan own = plan();
  const RunStore store(own, folders.own);
  CHECK(store.import_cells(folders.base) == 0);
  CHECK(store.import_cells(folders.own) == 0);
}

namespace {

const core::Entry& entry(const std::vector<core::Entry>& entries, const std::string& id) {
  return *std::find_if(entries.begin(), entries.end(), [&](const core::Entry& one) { return one.id == id; });
}

/// 20 points on a line, divided at 0, and test points far out on either side of it; the last is labelled
/// against its side where that is asked for.
core::Draw divided(double reach, bool one_is_wrong) {
  core::Draw draw;
  draw.train = tests::twenty_on_a_line();
  draw.test.x = core::Matrix(2, 1);
  draw.test.x << -reach, reach;
  draw.test.y = core::Labels(2);
  draw.test.y << -1, (one_is_wrong ? -1 : 1);
  return draw;
}

results::Record performed(const std::string& method, const core::Draw& draw,
                          const std::vector<std::string>& metrics = {"cre", "mse"}) {
  const Catalogue& all = catalogue();
  Setting setting{chosen(all.data.front()), {}, chosen(entry(all.methods, method)), {}, 1};
  if (entry(all.methods, method).takes_classifier) {
    setting.classifier = chosen(entry(all.classifiers, "weighted_svm"));
    setting.classifier.parameters.set("kernel", std::string("linear"));
  }
  if (entry(all.methods, method).takes_lambda) {
    setting.tuning = chosen(entry(all.criteria, "fixed"));
    setting.tuning.parameters.set("lambda", 1e-4);
  }
  core::DrawCache cache(draw, {1, "a line", 0});
  return perform(setting, {key_of(setting), 0}, {metrics}, cache);
}

} // namespace

TEST_CASE("a probability that rounds to 0 or 1 leaves a finite loss and the facts that it does", "[metric]") {
  for (const char* method : {"penalised_logistic", "kernel_logistic", "platt", "softmax"}) {
    CAPTURE(method);
    const results::Record wrong = performed(method, divided(1e6, true));
    REQUIRE(wrong.error.empty());
    CHECK(std::isfinite(wrong.values.at("cre")));
    CHECK(wrong.values.at("cre") > 100);
    CHECK(wrong.values.at("rounded") == 1);
    CHECK(wrong.values.at("degenerate") == 1);
    const results::Record right = performed(method, divided(1e6, false));
    CHECK(right.values.at("rounded") == 1);
    CHECK_FALSE(right.values.contains("degenerate"));
    const results::Record near = performed(method, divided(0.01, true));
    CHECK_FALSE(near.values.contains("rounded"));
    CHECK_FALSE(near.values.contains("degenerate"));
  }
}

TEST_CASE("a method without log-odds is as certain as it says: an infinite loss, rounded and degenerate",
          "[metric][degenerate]") {
  const results::Record wrong = performed("nearest_neighbours", divided(9, true));
  CHECK(std::isinf(wrong.values.at("cre")));
  CHECK(wrong.values.at("rounded") == 1);
  CHECK(wrong.values.at("degenerate") == 1);
}

TEST_CASE("cells with error rates in percent keep the number of their test points; no others do",
          "[metric]") {
  CHECK(performed("platt", divided(9, true), {"error_percent"}).values.at("test_points") == 2);
  CHECK_FALSE(performed("platt", divided(9, true), {"cre", "test_error"}).values.contains("test_points"));
}

TEST_CASE("a program that is not there is told apart from one that fails", "[degenerate]") {
  CHECK_FALSE(call({.words = {"no-such-program-anywhere"}}).has_value());
  CHECK(call({.words = {"false"}})->code == 1);
  CHECK(call({.words = {"sh", "-c", "kill -9 $$"}})->code == 128 + 9);
  const tests::TemporaryFolder folder;
  CHECK_THROWS_AS(call({.words = {folder.write("not executable", "").string()}}), core::UserError);
}

TEST_CASE("a program gets its very words and its folder, and its output comes back whole", "[oracle]") {
  const tests::TemporaryFolder folder;
  CHECK(call({.words = {"printf", "%s|", "a b", "", "$HOME", "'*'"}})->said == "a b||$HOME|'*'|");
  CHECK(call({.words = {"pwd", "-P"}, .folder = folder.path()})->said == folder.path().string() + "\n");
  CHECK(call({.words = {"seq", "1", "100000"}})->said.size() == 588895);
}

TEST_CASE("a variable of the caller's environment goes before the one that is offered", "[manufactured]") {
  const tests::EnvironmentVariable mine("MARGINLAB_CALL_TEST", "mine");
  const experiments::Call echo{.words = {"sh", "-c", "echo $MARGINLAB_CALL_TEST $MARGINLAB_CALL"},
                               .environment = {"MARGINLAB_CALL_TEST=theirs", "MARGINLAB_CALL=offered"}};
  CHECK(call(echo)->said == "mine offered\n");
}
