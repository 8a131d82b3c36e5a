#include "results/record/data_hash.hpp"

#include <algorithm>
#include <random>

#include "results/store/hdf5/write_results.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

std::string hash_of(const Results& results) {
  return data_hash(results.card, results.rows, results.failures);
}

} // namespace

// The byte string was put together by hand from the header's description and hashed with sha256sum.
TEST_CASE("data_hash of two rows and a failure is the SHA-256 of the bytes its header describes",
          "[data_hash][golden]") {
  StudyCard card;
  card.settings = {{std::string(32, 'b'), ""}, {std::string(32, 'a'), ""}};
  const SeriesTable curve{{0, 0}, {{"lambda", {0.5, 2}}, {"value", {std::nan(""), -0.0}}}};
  const Rows rows{{0, 1}, {1, 258}, {0, 2}, {{"x", {1.0, std::nan("")}}}, {0.5, 0.5}, {{"c", curve}}};
  std::vector<Failure> failures(1);
  failures[0].key.setting = std::string(32, 'a');
  failures[0].key.replicate = 258;
  failures[0].stage = "fit";
  failures[0].error = "why";
  CHECK(data_hash(card, rows, failures) ==
        "51dbb616fbe964225072fb71b85284593d7ee384c44128f9ad6dbeac1abcb335");
}

TEST_CASE("data_hash does not depend on the order of settings, records or failures, nor on time spent",
          "[data_hash]") {
  StudyCard card = example_card(20);
  std::vector<Record> records = example_records(card);
  const std::string hash = assemble(card, records).data_hash;
  std::mt19937 shuffler(1);
  for (int round = 0; round < 5; ++round) {
    std::shuffle(card.settings.begin(), card.settings.end(), shuffler);
    std::shuffle(records.begin(), records.end(), shuffler);
    for (Record& record : records) record.seconds *= 1.7;
    Results results = assemble(card, records);
    std::shuffle(results.failures.begin(), results.failures.end(), shuffler);
    for (Failure& failure : results.failures) failure.replay = "elsewhere";
    CHECK(hash_of(results) == hash);
  }
}

TEST_CASE("data_hash changes with everything that was found", "[data_hash][checker]") {
  const Results one = example_results(4);
  const auto changes = [&one](auto change) {
    Results other = one;
    change(other);
    return hash_of(other) != hash_of(one);
  };
  CHECK(changes([](Results& r) { r.card.settings[0].key[5] = '0'; }));
  CHECK(changes([](Results& r) { r.rows.replicate[3] = 9; }));
  CHECK(changes([](Results& r) { r.rows.outcome[0] = 1 - r.rows.outcome[0]; }));
  CHECK(changes([](Results& r) { r.rows.values["gkl"][0] = std::nextafter(r.rows.values["gkl"][0], 2); }));
  CHECK(changes([](Results& r) { r.rows.values["other"] = r.rows.seconds; }));
  CHECK(changes([](Results& r) { std::swap(r.rows.values["gkl"], r.rows.values["cre"]); }));
  CHECK(changes([](Results& r) { r.rows.series["criterion"].columns["value"][7] += 1e-9; }));
  CHECK(
      changes([](Results& r) { r.rows.series["criterion"].columns["lambda"][0] = std::nextafter(0.1, 1); }));
  CHECK(changes([](Results& r) { r.rows.series["path"].columns["w_1"][0] = std::nan(""); }));
  CHECK(changes([](Results& r) { r.rows.series["path"].row.back() -= 1; }));
  CHECK(changes(
      [](Results& r) { r.rows.series["path"].columns["w_2"] = r.rows.series["path"].columns["w_1"]; }));
  CHECK(changes([](Results& r) { r.rows.series.erase("path"); }));
  CHECK(changes([](Results& r) { r.failures[0].error += "."; }));
  CHECK(changes([](Results& r) { r.failures[0].stage += "."; }));
  CHECK(changes([](Results& r) { r.failures.pop_back(); }));
  CHECK_FALSE(changes([](Results& r) { r.failures[0].signal = 11; }));
  CHECK_FALSE(changes([](Results& r) { r.failures[0].stderr_tail = "double free at 0x55d0"; }));
  CHECK_FALSE(changes([](Results& r) { r.card.title = "other words"; }));
  CHECK_FALSE(changes([](Results& r) { r.provenance.clear(); }));
}
