#include <cmath>

#include "core/parameters.hpp"
#include "results/report/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

// The whole way from results to verdicts, with wrong published numbers put in one by one.
using namespace results;

namespace {

/// The handmade table with our own means as what the paper prints, so that every cell agrees.
Results agreeing() {
  Results results = handmade::table();
  results.card.published.clear();
  for_each_cell(tabulate(results), [&](const TableRow&, const TableColumn&, const TableCell& cell) {
    if (std::isfinite(cell.ours.mean))
      results.card.published.push_back(
          {cell.at, cell.metric, core::shortest(cell.ours.mean), core::shortest(cell.ours.se)});
  });
  return results;
}

/// Places with this verdict.
std::vector<std::pair<Coordinates, std::string>> cells_with(const Results& results, Verdict verdict) {
  std::vector<std::pair<Coordinates, std::string>> out;
  for_each_cell(tabulate(results), [&](const TableRow&, const TableColumn&, const TableCell& cell) {
    if (cell.agreement.verdict == verdict) out.emplace_back(cell.at, cell.metric);
  });
  return out;
}

/// Moves one published number by this many combined standard errors, sqrt(2) times ours as theirs is the
/// same.
void shift(Published& number, double standard_errors) {
  const double combined = std::sqrt(2.0) * std::stod(number.se);
  number.value = core::shortest(std::stod(number.value) + standard_errors * combined);
}

} // namespace

TEST_CASE("a published value five standard errors away makes exactly that cell off", "[verdict]") {
  const Results clean = agreeing();
  REQUIRE(clean.card.published.size() ==
          29); // 32 cells less an infinite mean and the two improvements over it
  REQUIRE(cells_with(clean, Verdict::match).size() == 29);
  REQUIRE(cells_with(clean, Verdict::off).empty());
  for (std::size_t i = 0; i < clean.card.published.size(); ++i) {
    CAPTURE(i);
    for (const double distance : {5.0, -5.0}) {
      Results wrong = clean;
      shift(wrong.card.published[i], distance);
      const auto off = cells_with(wrong, Verdict::off);
      REQUIRE(off.size() == 1);
      CHECK(off.front() == std::pair(clean.card.published[i].at, clean.card.published[i].metric));
      CHECK(cells_with(wrong, Verdict::match).size() == 28);
    }
  }
}

TEST_CASE("a published value half a standard error away still matches everywhere", "[verdict]") {
  Results results = agreeing();
  for (Published& number : results.card.published) shift(number, 0.5);
  CHECK(cells_with(results, Verdict::match).size() == 29);
}

TEST_CASE("where our error is huge beside the published one the cell cannot tell", "[verdict]") {
  Results results = agreeing();
  for (Published& number : results.card.published) number.se = core::shortest(std::stod(number.se) / 10);
  CHECK(cells_with(results, Verdict::cannot_tell).size() == 29);
  CHECK(cells_with(results, Verdict::match).empty());
}

TEST_CASE("the counts are those of the cells", "[verdict]") {
  Results results = agreeing();
  shift(results.card.published[0], 5);
  shift(results.card.published[6], 2.5);
  const VerdictCounts counts = verdict_counts(tabulate(results));
  // Of 24 cells of GKL and CRE; improvements are not counted.
  CHECK(sentence(counts) == "21 match, 1 off, 1 cannot tell, 1 not published");
  CHECK(counts.published() == 23);
}
