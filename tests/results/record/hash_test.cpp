#include "results/record/hash.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <set>

#include "core/random/sha256.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

using CardChange = std::function<void(StudyCard&)>;

/// A card with everything that a design hash is made of.
StudyCard designed_card() {
  StudyCard card = example_card(2);
  card.axes[0].values[1].stands_for = "example1";
  card.published[1].sd = "0.0140";
  card.published_tests = {{{{"data", "example1"}}, "bracket", "platt", "7"}};
  card.published_tests_over = 11;
  return card;
}

std::string hash_with(const CardChange& change) {
  StudyCard card = designed_card();
  change(card);
  return design_hash(card);
}

/// Appends a number as it lies in the memory of a machine whose lowest byte comes first.
template <class Number>
void append_bytes(std::string& bytes, Number value) {
  std::string raw(sizeof value, '\0');
  std::memcpy(raw.data(), &value, sizeof value);
  bytes += raw;
}

/// So many replicates of one setting with one value each.
Rows long_rows(std::int32_t replicates) {
  Rows rows;
  for (std::int32_t r = 0; r < replicates; ++r) {
    rows.setting.push_back(0);
    rows.replicate.push_back(r);
    rows.outcome.push_back(r % 2);
    rows.seconds.push_back(0.5 * r);
    rows.values["cre"].push_back(1.0 / (1 + r));
  }
  return rows;
}

StudyCard one_setting(std::int32_t replicates) {
  StudyCard card;
  card.settings = {{std::string(32, 'a'), "{}"}};
  card.replications = replicates;
  return card;
}

} // namespace

TEST_CASE("a design hash moves with each thing that it is made of", "[design_hash][checker]") {
  const std::vector<CardChange> changes{
      [](StudyCard& card) { card.paper += "x"; },
      [](StudyCard& card) { card.study += "x"; },
      [](StudyCard& card) { card.points.front().at["lambda"] = "7"; },
      [](StudyCard& card) { card.points.front().setting = 1; },
      [](StudyCard& card) { card.settings.front().key.back() = 'e'; },
      [](StudyCard& card) { card.axes[0].values[1].stands_for = ""; },
      [](StudyCard& card) { card.axes[0].values[1].stands_for = "another"; },
      [](StudyCard& card) { card.published[1].at["data"] = "example1"; },
      [](StudyCard& card) { card.published[1].metric = "cre"; },
      [](StudyCard& card) { card.published[1].value = ".5661"; },
      [](StudyCard& card) { card.published[1].value = "0.5660"; }, // the text, not the number
      [](StudyCard& card) { card.published[1].se = "0.0015"; },
      [](StudyCard& card) { card.published[1].sd = "0.0141"; },
      [](StudyCard& card) { std::swap(card.published[1].se, card.published[1].sd); },
      [](StudyCard& card) { card.published_tests[0].at = {}; },
      [](StudyCard& card) { card.published_tests[0].row = "other"; },
      [](StudyCard& card) { card.published_tests[0].column = "other"; },
      [](StudyCard& card) { card.published_tests[0].count = "8"; },
      [](StudyCard& card) { card.published_tests_over = 12; },
      [](StudyCard& card) { card.published_comparable = Comparable::order; },
      [](StudyCard& card) { card.published_replications = 101; },
  };
  std::set<std::string> hashes{design_hash(designed_card())};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    CHECK(hashes.insert(hash_with(changes[i])).second);
  }
}

TEST_CASE("a design hash leaves out what no table rests on", "[design_hash]") {
  const std::string hash = design_hash(designed_card());
  CHECK(hash_with([](StudyCard& card) { card.title = "another"; }) == hash);
  CHECK(hash_with([](StudyCard& card) { card.replications = 9; }) == hash);
  CHECK(hash_with([](StudyCard& card) { card.layout.decimals = 7; }) == hash);
  CHECK(hash_with([](StudyCard& card) { card.deviations = {}; }) == hash);
  CHECK(hash_with([](StudyCard& card) { std::reverse(card.points.begin(), card.points.end()); }) == hash);
}

TEST_CASE("a data hash of more than 64 KiB of rows is that of the bytes that its definition names",
          "[data_hash][oracle]") {
  constexpr std::int32_t replicates = 4000; // 48 bytes each
  const StudyCard card = one_setting(replicates);
  std::string bytes = "marginlab data 2\ncre\n\n";
  for (std::int32_t r = 0; r < replicates; ++r) {
    bytes += card.settings.front().key;
    append_bytes(bytes, r);
    append_bytes(bytes, r % 2);
    append_bytes(bytes, 1.0 / (1 + r));
  }
  CHECK(data_hash(card, long_rows(replicates), {}) == core::sha256_hex(bytes));
}

TEST_CASE("a data hash is over each row's series and each failure, as its definition says",
          "[data_hash][oracle]") {
  const StudyCard card = one_setting(2);
  Rows rows = long_rows(2);
  rows.outcome[1] = static_cast<std::int32_t>(Outcome::failed);
  rows.values["cre"][1] = std::nan("");
  rows.series["path"] = {{0, 0}, {{"pi", {0.25, -0.0}}}};
  const std::string& key = card.settings.front().key;
  std::string bytes = "marginlab data 2\ncre\n\npath.pi\n" + key;
  for (const std::int32_t number : {0, 0}) append_bytes(bytes, number);
  append_bytes(bytes, 1.0);
  append_bytes(bytes, std::int32_t{2});
  append_bytes(bytes, 0.25);
  append_bytes(bytes, -0.0);
  bytes += key;
  for (const std::int32_t number : {1, 2}) append_bytes(bytes, number);
  append_bytes(bytes, std::uint64_t{0x7ff8000000000000});
  append_bytes(bytes, std::int32_t{0});
  for (const std::string& text : {key + "/1", std::string("estimate"), std::string("why")})
    bytes += text + '\0';
  const std::vector<Failure> failures{{{key, 1}, "estimate", "why", "not hashed", 11, "not hashed"}};
  CHECK(data_hash(card, rows, failures) == core::sha256_hex(bytes));
}

TEST_CASE("every NaN has one data hash, whatever its sign and its payload", "[data_hash][degenerate]") {
  const StudyCard card = one_setting(1);
  std::set<std::string> hashes;
  for (const std::uint64_t bits : {0x7ff8000000000000U, 0xfff8000000000000U, 0x7ff8000000000001U}) {
    Rows rows = long_rows(1);
    rows.values["cre"][0] = std::bit_cast<double>(bits);
    rows.series["path"] = {{0}, {{"pi", {std::bit_cast<double>(bits)}}}};
    hashes.insert(data_hash(card, rows, {}));
  }
  CHECK(hashes.size() == 1);
}

TEST_CASE("rows that are not in the order of their keys have the hash of those that are", "[data_hash]") {
  StudyCard card = one_setting(1);
  card.settings.push_back({std::string(32, '0'), "{}"}); // a key before that of the first setting
  Rows rows = long_rows(2);
  rows.setting[1] = 1;
  rows.replicate[1] = 0;
  std::string bytes = "marginlab data 2\ncre\n\n";
  for (const std::size_t row : {1, 0}) {
    bytes += card.settings[row].key;
    append_bytes(bytes, std::int32_t{0});
    append_bytes(bytes, rows.outcome[row]);
    append_bytes(bytes, rows.values["cre"][row]);
  }
  CHECK(data_hash(card, rows, {}) == core::sha256_hex(bytes));
}
