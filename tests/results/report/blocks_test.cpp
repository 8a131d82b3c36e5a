#include "results/report/verdicts/blocks.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "results/render/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/table/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

constexpr std::size_t replicates = 60;
const std::vector<std::string> names{"a", "b", "c", "d", "e"};

/// Errors of five methods on common draws: 10 to 14 with a spread of 1, correlated by 0.7; method `wrong` is
/// worse by 1.
std::map<std::string, std::vector<double>> drawn(std::mt19937& draws, const std::string& wrong = "") {
  std::normal_distribution<double> normal;
  std::map<std::string, std::vector<double>> out;
  for (std::size_t r = 0; r < replicates; ++r) {
    const double common = normal(draws);
    for (std::size_t m = 0; m < names.size(); ++m)
      out[names[m]].push_back(10 + static_cast<double>(m) + std::sqrt(0.7) * common +
                              std::sqrt(0.3) * normal(draws) + (names[m] == wrong ? 1 : 0));
  }
  return out;
}

Summary summary(const std::vector<double>& values) {
  Series series;
  for (std::size_t i = 0; i < values.size(); ++i)
    series.push_back({static_cast<std::int32_t>(i), values[i], Outcome::ok});
  return summarise(series);
}

/// Ours are one simulated study, the published numbers another, printed to three decimals.
Results simulated(std::mt19937& draws, const std::string& wrong = "") {
  Results all = handmade::methods(drawn(draws));
  for (const auto& [method, values] : drawn(draws, wrong)) {
    const Summary theirs = summary(values);
    all.card.published.push_back({{{"data", "usps"}, {"method", method}},
                                  "error_percent",
                                  decimal(theirs.mean, 3),
                                  decimal(theirs.se, 3)});
  }
  all.card.published_replications = static_cast<std::int32_t>(replicates);
  return all;
}

/// The published numbers are our own means.
Results copied() {
  std::mt19937 draws(3);
  Results all = handmade::methods(drawn(draws));
  const Table table = tabulate(all);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Summary& ours = table.rows[0].cells[c]->ours;
    all.card.published.push_back({{{"data", "usps"}, {"method", names[c]}},
                                  "error_percent",
                                  decimal(ours.mean, 3),
                                  decimal(ours.se, 3)});
  }
  all.card.published_replications = static_cast<std::int32_t>(replicates);
  return all;
}

Block block_of(const Results& all) {
  const std::vector<Block> found = blocks(all, tabulate(all));
  REQUIRE(found.size() == 1);
  return found[0];
}

/// What stands in the column of margins.
std::vector<std::string> marks_of(const Results& all) {
  std::vector<std::string> out;
  for (const Grid& grid : compose(all).grids)
    if (grid.title.ends_with("published against marginlab") && grid.heads[0][4].text == "Margin")
      for (const GridRow& row : grid.rows) out.push_back(row.entries[4].text);
  return out;
}

} // namespace

TEST_CASE("in a table of our own means a cell moved by five combined standard errors turns its block",
          "[blocks][checker]") {
  const Results all = copied();
  CHECK(block_of(all).verdict == BlockVerdict::agrees);
  for (std::size_t i = 0; i < all.card.published.size(); ++i) {
    Results moved = all;
    Published& one = moved.card.published[i];
    const double s = std::sqrt(2.0) * std::stod(one.se);
    one.value = decimal(std::stod(one.value) + 5 * s, 3);
    CAPTURE(i);
    CHECK(block_of(moved).verdict == BlockVerdict::differs);
    CHECK(block_of(moved).test.largest > 4);
  }
}

TEST_CASE("at least 90 of 100 simulated tables agree, and those of a wrong method do not",
          "[blocks][manufactured]") {
  std::mt19937 draws(11);
  int agree = 0, wrong_found = 0;
  for (int i = 0; i < 100; ++i) agree += block_of(simulated(draws)).verdict == BlockVerdict::agrees;
  for (int i = 0; i < 20; ++i)
    wrong_found += block_of(simulated(draws, "c")).verdict == BlockVerdict::differs;
  CAPTURE(agree, wrong_found);
  CHECK(agree >= 90);
  CHECK(agree <= 99); // 95 are expected: a test that never rejects tests nothing
  CHECK(wrong_found == 20);
}

TEST_CASE("correlated cells are worth fewer, and their order counts in pairs", "[blocks]") {
  const Block block = block_of(copied());
  CHECK(block.cells == 5);
  CHECK(block.test.df < 3.5); // 25 / (5 + 20 * 0.49) = 1.7 without the rounding
  CHECK(block.test.df > 1);
  CHECK(block.order.pairs.same == 10);
  CHECK(block.order.pairs.all() == 10);
  CHECK(block.order.by_chance == Approx(1.0 / 120).margin(0.005));
  CHECK(block.order.spearman == Approx(1));
}

TEST_CASE("means that agree to rounding are in no order of a block, whatever their last bits say",
          "[blocks][degenerate]") {
  const Results published = copied();
  for (const double by : {-1e-13, 0.0, 1e-13}) {
    CAPTURE(by);
    std::mt19937 draws(3);
    auto values = drawn(draws);
    values[names[1]] = values[names[0]];
    for (double& value : values[names[1]]) value += by;
    Results all = handmade::methods(values);
    all.card.published = published.card.published;
    all.card.published_replications = published.card.published_replications;
    const Block block = block_of(all);
    CHECK(block.order.pairs.same == 9);
    CHECK(block.order.pairs.opposite == 0);
    CHECK(block.order.pairs.level == 1);
    CHECK(block.order.spearman == Approx(std::sqrt(0.95))); // one tie among five
  }
}

TEST_CASE("the published order reversed is no order of ours", "[blocks][checker]") {
  Results all = copied();
  for (std::size_t i = 0; i < 2; ++i) std::swap(all.card.published[i].value, all.card.published[4 - i].value);
  const Block block = block_of(all);
  CHECK(block.order.pairs.same == 0);
  CHECK(block.order.pairs.opposite == 10);
  CHECK(block.order.pairs.beyond == 10); // a step of 1 has an error of .1
  CHECK(block.order.by_chance == 1);
  CHECK(block.verdict == BlockVerdict::differs);
}

TEST_CASE("a cell without a z is left out and counted; a block of nothing else cannot tell",
          "[blocks][degenerate]") {
  Results all = copied();
  all.rows.values["error_percent"][0] = std::numeric_limits<double>::infinity();
  Block block = block_of(all);
  CHECK(block.cells == 4);
  CHECK(block.left_out == 1);
  CHECK(block.verdict == BlockVerdict::agrees);
  for (double& value : all.rows.values["error_percent"]) value = std::numeric_limits<double>::infinity();
  block = block_of(all);
  CHECK(block.cells == 0);
  CHECK(block.test.p == 1);
  CHECK(block.verdict == BlockVerdict::cannot_tell);
}

TEST_CASE("means too coarse to miss anything cannot tell, as a cell of them could not", "[blocks]") {
  Results all = copied();
  for (Published& one : all.card.published) one.se = "0.02"; // ours is 0.13
  CHECK(block_of(all).verdict == BlockVerdict::cannot_tell);
}

namespace {

/// The copied table, whose default lies `shift` above what is published and whose reading of the same data
/// set has the published values, of `reading` replications.
Results with_reading(double shift, std::size_t reading = replicates) {
  Results both = copied();
  const Results alone = both;
  both.card.axes[0].values.push_back({"usps_raw", "USPS raw", "usps"});
  const auto settings = static_cast<std::int32_t>(alone.card.settings.size());
  for (const Setting& setting : alone.card.settings)
    both.card.settings.push_back({setting.key + "_raw", setting.canonical + "_raw"});
  for (const Point& point : alone.card.points) {
    both.card.points.push_back(point);
    both.card.points.back().at["data"] = "usps_raw";
    both.card.points.back().setting += settings;
  }
  for (const Published& one : alone.card.published) {
    both.card.published.push_back(one);
    both.card.published.back().at["data"] = "usps_raw";
  }
  for (double& value : both.rows.values.at("error_percent")) value += shift;
  for (std::size_t i = 0; i < alone.rows.size(); ++i) {
    if (static_cast<std::size_t>(alone.rows.replicate[i]) >= reading) continue;
    both.rows.setting.push_back(alone.rows.setting[i] + settings);
    both.rows.replicate.push_back(alone.rows.replicate[i]);
    both.rows.outcome.push_back(0);
    both.rows.seconds.push_back(0);
    for (auto& [metric, values] : both.rows.values) values.push_back(alone.rows.values.at(metric)[i]);
  }
  return both;
}

} // namespace

TEST_CASE("a reading of a method is in no block; one of a data set is a block that can explain", "[blocks]") {
  Results all = copied();
  all.card.axes[2].values[4].stands_for = "d";
  CHECK(block_of(all).cells == 4);
  const Results both = with_reading(3);
  const std::vector<Block> found = blocks(both, tabulate(both));
  REQUIRE(found.size() == 2);
  CHECK(found[0].verdict == BlockVerdict::differs);
  CHECK(found[1].is_reading);
  CHECK(found[1].verdict == BlockVerdict::agrees);
  CHECK(found[1].from_default.p < 1e-6);
  CHECK(found[0].cause == Cause::reading);
  const BlockCounts counts = block_counts(found);
  CHECK(counts.all() == 1);
  CHECK(counts.explained == 1);
  CHECK(counts.unexplained == 0);
  CHECK_THAT(
      render(both, Format::markdown),
      Catch::Contains("USPS raw, TE %: the reading agrees, with 60 replications; against the default p ") &&
          Catch::Contains(". It can explain."));
}

TEST_CASE("a reading on fewer replications than the paper's explains nothing, however well it agrees",
          "[blocks][checker]") {
  Results both = with_reading(3, replicates - 1);
  std::vector<Block> found = blocks(both, tabulate(both));
  CHECK(found[0].verdict == BlockVerdict::differs);
  CHECK(found[1].verdict == BlockVerdict::agrees);
  CHECK(found[1].from_default.p < 1e-6);
  CHECK(found[0].cause == Cause::unexplained);
  CHECK_THAT(render(both, Format::markdown),
             Catch::Contains("with 59 replications;") && Catch::Contains(". It explains nothing."));
  both.card.published_replications = static_cast<std::int32_t>(replicates) - 1;
  found = blocks(both, tabulate(both));
  CHECK(found[0].cause == Cause::reading);
}

TEST_CASE("a reading that cannot be told from the default explains nothing, however well it agrees",
          "[blocks][checker]") {
  Results both = with_reading(0);
  both.card.published[0].value = "20.000"; // of the default's block alone
  const std::vector<Block> found = blocks(both, tabulate(both));
  CHECK(found[0].verdict == BlockVerdict::differs);
  CHECK(found[1].verdict == BlockVerdict::agrees);
  CHECK(found[1].from_default.p == 1);
  CHECK(found[0].cause == Cause::unexplained);
}

TEST_CASE("a block that differs has the cause that the study names, else none; one that agrees has no cause",
          "[blocks]") {
  Results all = copied();
  all.card.published[0].value = "20.000";
  const auto counts_of = [](const Results& results) {
    return block_counts(blocks(results, tabulate(results)));
  };
  CHECK(counts_of(all).unexplained == 1);
  CHECK(agreeing(counts_of(all)) == "0 of 1, 1 unexplained");
  all.card.causes = {{"usps", "error_percent", Cause::paper, "No such mean can be."},
                     {"usps", "gkl", Cause::reading, "Another metric."}};
  CHECK(counts_of(all).of_the_paper == 1);
  CHECK(counts_of(all).unexplained == 0);
  CHECK(agreeing(counts_of(all)) == "0 of 1, 1 the paper's");
  const std::string report = render(all, Format::markdown);
  CHECK_THAT(report, Catch::Contains("explained by a reading: 0, the paper's own: 1, unexplained: 0"));
  CHECK_THAT(report, Catch::Contains("TE %: the paper's. No such mean can be."));
  CHECK_THAT(report, !Catch::Contains("Another metric."));
  Results sound = copied();
  sound.card.causes = all.card.causes;
  CHECK(agreeing(counts_of(sound)) == "1 of 1");
  CHECK_THAT(render(sound, Format::markdown), !Catch::Contains("No such mean can be."));
}

TEST_CASE("a cause turns no verdict", "[blocks]") {
  Results all = copied();
  all.card.published[0].value = "20.000";
  const Block before = block_of(all);
  all.card.causes = {{"usps", "error_percent", Cause::reading, "Shown elsewhere."}};
  const Block after = block_of(all);
  CHECK(after.verdict == before.verdict);
  CHECK(after.adjusted == before.adjusted);
  CHECK(after.cause == Cause::reading);
}

TEST_CASE("several studies of a paper are one family: a p that stood alone may not stand among many",
          "[blocks]") {
  Results all = copied();
  Published& one = all.card.published[2];
  one.value = decimal(std::stod(one.value) + 3.1 * std::sqrt(2.0) * std::stod(one.se), 3);
  const Block alone = block_of(all);
  CHECK(alone.verdict == BlockVerdict::differs);
  std::vector<std::vector<Block>> many(12, std::vector<Block>{block_of(copied())});
  many[0] = {alone};
  judge_together(many);
  CHECK(many[0][0].adjusted == Approx(std::min(1.0, 12 * alone.test.p)));
  CHECK(many[0][0].verdict == (12 * alone.test.p < 0.05 ? BlockVerdict::differs : BlockVerdict::agrees));
}

TEST_CASE("the report leads its verdicts with the blocks", "[blocks]") {
  const Document document = compose(copied());
  const auto verdicts = std::find_if(document.sections.begin(), document.sections.end(),
                                     [](const Section& section) { return section.topic == Topic::verdicts; });
  REQUIRE(verdicts != document.sections.end());
  CHECK(verdicts->heading == "Blocks");
  CHECK(verdicts->lines[0] == "1 of 1 blocks (data set x metric) agree; differing: 0; cannot tell: 0.");
  CHECK_THAT(render(copied(), Format::text), Catch::Contains("blocks of cells, published against marginlab"));
}

TEST_CASE("a margin marks a difference as a trifle and changes no verdict", "[blocks]") {
  Results all = copied();
  Published& one = all.card.published[2];
  one.value = decimal(std::stod(one.value) + 1, 3);
  const auto off = verdict_counts(tabulate(all));
  all.card.margins["error_percent"] = 1.1;
  CHECK(verdict_counts(tabulate(all)).by_verdict == off.by_verdict);
  CHECK(marks_of(all) == std::vector<std::string>(5, "trifle"));
  CHECK_THAT(render(all, Format::text), Catch::Contains("at most 1.1 in TE %"));
  all.card.margins["error_percent"] = 0.5;
  CHECK(marks_of(all) == std::vector<std::string>{"trifle", "trifle", "beyond", "trifle", "trifle"});
}
