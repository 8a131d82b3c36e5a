#include "results/format/json.hpp"

#include <algorithm>
#include <cmath>

#include "results/record/record.hpp"
#include "results/report/table/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// What a reader of the page on JSON makes of a number.
double number_of(const OrderedJson& json) {
  if (json.is_null()) return std::nan("");
  if (json == "inf") return handmade::inf;
  if (json == "-inf") return -handmade::inf;
  return json.get<double>();
}

} // namespace

TEST_CASE("a number that does not exist is null, an infinite one a word, any other has all its bits",
          "[report][json]") {
  CHECK(json_number(std::nan("")).is_null());
  CHECK(json_number(handmade::inf) == "inf");
  CHECK(json_number(-handmade::inf) == "-inf");
  for (const double value : {0.1, 1.0 / 3, -0.0, 5e-324, 1.7976931348623157e308, 123456789.123456789})
    CHECK(same_bits(OrderedJson::parse(json_answer(json_number(value))).get<double>(), value));
}

TEST_CASE("the JSON of a report has every number of its table, bit for bit, with its verdict",
          "[report][json]") {
  for (const Results& all :
       {handmade::table(), handmade::sweep(), handmade::table2(), handmade::readings()}) {
    const OrderedJson read = OrderedJson::parse(json_of(all));
    const Table table = tabulate(all);
    std::size_t next = 0;
    for_each_cell(table, [&](const TableRow&, const TableColumn&, const TableCell& cell) {
      REQUIRE(next < read["numbers"].size());
      const OrderedJson& one = read["numbers"][next++];
      CHECK(one["at"].get<Coordinates>() == cell.at);
      CHECK(one["metric"] == cell.metric);
      CHECK(same_bits(number_of(one["mean"]), cell.ours.mean));
      CHECK(same_bits(number_of(one["se"]), cell.ours.se));
      CHECK(same_bits(number_of(one["z"]), cell.agreement.z));
      CHECK(one["used"] == cell.ours.used);
      CHECK(one["verdict"] == word(cell.agreement.verdict));
      CHECK(one["published"].is_null() == cell.published.value.empty());
      if (!cell.published.value.empty()) CHECK(one["published"]["text"] == cell.published.value);
    });
    CHECK(next == read["numbers"].size());
  }
}

TEST_CASE("an infinite mean stands in the JSON of a report as a word", "[report][json]") {
  const std::string text = json_of(handmade::table());
  CHECK(text.find("\"mean\": \"inf\"") != std::string::npos);
  CHECK(text.find("\"se\": null") != std::string::npos);
}

TEST_CASE("the blocks of the JSON are those of the report, and its counts theirs", "[report][json]") {
  const Results all = handmade::readings();
  const OrderedJson read = OrderedJson::parse(json_of(all));
  const std::vector<Block> judged = blocks(all, tabulate(all));
  REQUIRE(read["blocks"]["list"].size() == judged.size());
  for (std::size_t i = 0; i < judged.size(); ++i) {
    CHECK(read["blocks"]["list"][i]["data"] == judged[i].data);
    CHECK(read["blocks"]["list"][i]["verdict"] == word(judged[i].verdict));
    CHECK(same_bits(number_of(read["blocks"]["list"][i]["adjusted_p"]), judged[i].adjusted));
  }
  CHECK(read["blocks"]["counts"]["agree"] == block_counts(judged).agree);
  CHECK(read["blocks"]["counts"]["differ"] == block_counts(judged).differ);
}

TEST_CASE("JSON is plain ASCII whatever names a study has, and its names read back",
          "[report][json][hostile]") {
  const Results all = handmade::hostile();
  const std::string text = json_of(all);
  CHECK(std::all_of(text.begin(), text.end(), [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; }));
  CHECK(OrderedJson::parse(text)["title"] == all.card.title);
  CHECK(json_answer("\x7f\xc2\x9b\xe2\x80\xae\xff") == "\"\\u007f\\u009b\\u202e\\ufffd\"\n");
}

TEST_CASE("each member of a summary is its own number", "[report][json]") {
  Summary summary;
  summary.mean = 1.5;
  summary.se = 2.5;
  summary.finite_mean = 3.5;
  summary.finite_se = 4.5;
  summary.used = 11;
  summary.infinite = 12;
  summary.not_converged = 13;
  summary.failed = 14;
  summary.put_in = 15;
  summary.undefined = 16;
  summary.degenerate = 17;
  const OrderedJson json = summary_json(summary);
  const std::vector<std::pair<std::string, double>> wanted{
      {"mean", 1.5},  {"se", 2.5},       {"finite_mean", 3.5},  {"finite_se", 4.5},
      {"used", 11},   {"infinite", 12},  {"not_converged", 13}, {"failed", 14},
      {"put_in", 15}, {"undefined", 16}, {"degenerate", 17}};
  for (const auto& [name, value] : wanted) {
    CAPTURE(name);
    CHECK(json.at(name).get<double>() == value);
  }
  CHECK(json.size() == wanted.size() + 1); // and sd
}

TEST_CASE("a block in JSON has a member for each thing that the page on JSON names", "[report][json]") {
  const OrderedJson json = OrderedJson::parse(json_of(handmade::table()));
  REQUIRE(json.at("blocks").at("list").size() > 0);
  for (const OrderedJson& block : json.at("blocks").at("list")) {
    CHECK(block.at("left_out").is_number());
    CHECK(block.at("numbers").is_number());
    CHECK(block.size() == 22);
  }
}
