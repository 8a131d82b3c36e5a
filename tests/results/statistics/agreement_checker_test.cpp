#include <cmath>

#include "core/contract.hpp"
#include "results/statistics/agreement.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

// The checker against wrong answers first, then against right ones.
using namespace results;
using handmade::inf;

namespace {

Summary ours(double mean, double se, std::int32_t used) {
  Summary summary;
  summary.mean = summary.finite_mean = mean;
  summary.se = summary.finite_se = se;
  summary.used = used;
  return summary;
}

Published printed(const std::string& value, const std::string& se) {
  return {{}, "gkl", value, se};
}

Verdict verdict(const Summary& summary, const Published& published, std::int32_t replications) {
  return compare(summary, published, replications).verdict;
}

/// The combined error of ours (0.003) and 0.581 (0.004), rounding included.
const double combined = std::sqrt(0.003 * 0.003 + 0.004 * 0.004 + 1e-6 / 12);

} // namespace

TEST_CASE("five standard errors away is off, on either side", "[agreement]") {
  CHECK(verdict(ours(0.581 + 5 * combined, 0.003, 100), printed("0.581", "0.004"), 100) == Verdict::off);
  CHECK(verdict(ours(0.581 - 5 * combined, 0.003, 100), printed("0.581", "0.004"), 100) == Verdict::off);
}

TEST_CASE("the verdict turns at two and at three standard errors", "[agreement]") {
  const auto at = [](double z) {
    return verdict(ours(0.581 + z * combined, 0.003, 100), printed("0.581", "0.004"), 100);
  };
  CHECK(at(0.5) == Verdict::match);
  CHECK(at(1.99) == Verdict::match);
  CHECK(at(2.01) == Verdict::cannot_tell);
  CHECK(at(-2.99) == Verdict::cannot_tell);
  CHECK(at(3.01) == Verdict::off);
}

TEST_CASE("a reproduction too coarse to miss anything does not match", "[agreement]") {
  const double uncertainty = std::sqrt(0.004 * 0.004 + 1e-6 / 12);
  CHECK(verdict(ours(0.581, 2.99 * uncertainty, 50), printed("0.581", "0.004"), 100) == Verdict::match);
  const Agreement coarse = compare(ours(0.581, 6 * uncertainty, 50), printed("0.581", "0.004"), 100);
  CHECK(coarse.verdict == Verdict::cannot_tell);
  CHECK(coarse.replicates_wanted == 200); // twice too coarse: four times the replicates
}

TEST_CASE("coarse or not, three standard errors away is off", "[agreement]") {
  CHECK(verdict(ours(0.9, 0.05, 50), printed("0.581", "0.004"), 100) == Verdict::off);
}

TEST_CASE("z is the difference over ours, theirs and the rounding combined", "[agreement]") {
  const Agreement agreement = compare(ours(0.591, 0.003, 100), printed("0.581", "0.004"), 100);
  CHECK(agreement.difference == Approx(0.010));
  CHECK(agreement.combined_se == Approx(combined));
  CHECK(agreement.z == Approx(0.010 / combined));
  CHECK(agreement.published_error == PublishedError::printed_se);
}

TEST_CASE("coarser printing forgives more", "[agreement]") {
  CHECK(verdict(ours(0.64, 0.0001, 100), printed("0.6", "0.0001"), 100) == Verdict::match);
  CHECK(verdict(ours(0.64, 0.0001, 100), printed("0.60", "0.0001"), 100) == Verdict::off);
}

TEST_CASE("without a printed error our spread is scaled to the paper's replications", "[agreement]") {
  // ours: sd 0.3 over 25 replicates, se 0.06; the paper's 100 replications give 0.03
  const Agreement agreement = compare(ours(2.10, 0.06, 25), printed("2.06", ""), 100);
  CHECK(agreement.published_error == PublishedError::our_spread);
  CHECK(agreement.combined_se == Approx(std::sqrt(0.06 * 0.06 + 0.03 * 0.03 + 1e-4 / 12)));
  CHECK(agreement.verdict == Verdict::match);
}

TEST_CASE("without a printed error and replications only the rounding is left", "[agreement]") {
  const Agreement agreement = compare(ours(2.061, 0.006, 25), printed("2.06", ""), 0);
  CHECK(agreement.published_error == PublishedError::rounding_only);
  CHECK(agreement.combined_se == Approx(std::sqrt(0.006 * 0.006 + 1e-4 / 12)));
  CHECK(agreement.verdict == Verdict::match);
}

TEST_CASE("a printed standard deviation is divided by the root of the paper's replications", "[agreement]") {
  Published published = printed("2.29", "");
  published.sd = "1.17";
  const Agreement agreement = compare(ours(2.29, 0.2, 20), published, 20);
  CHECK(agreement.published_error == PublishedError::printed_sd);
  CHECK(agreement.combined_se == Approx(std::sqrt(0.04 + 1.17 * 1.17 / 20 + 1e-4 / 12)));
}

TEST_CASE("fewer than two finite values of ours cannot tell", "[agreement][degenerate]") {
  const double nan = std::nan("");
  CHECK(verdict(ours(0.581, nan, 1), printed("0.581", "0.004"), 100) == Verdict::cannot_tell);
  CHECK(verdict(ours(0.9, nan, 1), printed("0.581", "0.004"), 100) == Verdict::cannot_tell);
  CHECK(verdict(ours(nan, nan, 0), printed("0.581", "0.004"), 100) == Verdict::cannot_tell);
  CHECK(verdict(ours(nan, nan, 0), printed("inf", ""), 100) == Verdict::cannot_tell);
}

TEST_CASE("infinite means agree only with infinite means", "[agreement][degenerate]") {
  Summary infinite = ours(inf, std::nan(""), 100);
  infinite.infinite = 3;
  CHECK(verdict(infinite, printed("0.581", "0.004"), 100) == Verdict::off);
  CHECK(verdict(infinite, printed("inf", ""), 100) == Verdict::match);
  CHECK(verdict(infinite, printed("-inf", ""), 100) == Verdict::off);
}

TEST_CASE("an infinite published mean is contradicted only by as many replicates",
          "[agreement][degenerate]") {
  CHECK(verdict(ours(0.5, 0.01, 100), printed("inf", ""), 100) == Verdict::off);
  CHECK(verdict(ours(0.5, 0.01, 99), printed("inf", ""), 100) == Verdict::cannot_tell);
  CHECK(verdict(ours(0.5, 0.01, 1000), printed("inf", ""), 0) == Verdict::cannot_tell);
}

TEST_CASE("an infinite published mean is not contradicted by one that leaves degenerate replicates out",
          "[agreement][degenerate]") {
  Summary rest = ours(0.5, 0.01, 100);
  rest.degenerate = 4;
  CHECK(verdict(rest, printed("inf", ""), 100) == Verdict::cannot_tell);
  CHECK(verdict(rest, printed("0.581", "0.004"), 100) == Verdict::off);
}

TEST_CASE("no printed value is not published, whatever ours is", "[agreement]") {
  CHECK(verdict(ours(0.5, 0.01, 100), printed("", ""), 100) == Verdict::not_published);
  CHECK(verdict({}, printed("", "0.1"), 100) == Verdict::not_published);
}

TEST_CASE("a printed text that is not a number is refused, the error's as well", "[agreement]") {
  CHECK_THROWS_AS(verdict(ours(0.5, 0.01, 9), printed("half", ""), 100), core::UserError);
  CHECK_THROWS_AS(verdict(ours(0.5, 0.01, 9), printed("0.5", "(0.01)"), 100), core::UserError);
}
