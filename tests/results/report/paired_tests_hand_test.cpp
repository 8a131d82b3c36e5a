#include <cmath>

#include "core/contract.hpp"
#include "results/report/panels/paired_tests.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

using Matrix = std::vector<std::vector<std::int32_t>>;
using handmade::inf;

Series of(const std::vector<double>& values) {
  Series out;
  for (const double value : values)
    out.push_back({static_cast<std::int32_t>(out.size()), value, Outcome::ok});
  return out;
}

Matrix larger(const TestMatrix& matrix) {
  Matrix out;
  for (const auto& row : matrix.cells) {
    out.emplace_back();
    for (const TestCount& count : row) out.back().push_back(count.larger);
  }
  return out;
}

Matrix untestable(const TestMatrix& matrix) {
  Matrix out;
  for (const auto& row : matrix.cells) {
    out.emplace_back();
    for (const TestCount& count : row) out.back().push_back(count.untestable);
  }
  return out;
}

double p_of(const std::vector<double>& a, const std::vector<double>& b) {
  return paired_t_test(paired_difference(of(a), of(b)), true);
}

PairedTests tests_of(const Results& results) {
  return paired_tests(results, *results.card.layout.panel("paired_tests"));
}

auto& asked(Results& results) {
  return handmade::request(results, "paired_tests").parameters;
}

} // namespace

TEST_CASE("a paired difference is over common replicates; infinite values leave it without a mean",
          "[paired_tests]") {
  const Summary plain = paired_difference(of({3, 5, 9, 100}), of({1, 2, 5}));
  CHECK(plain.mean == 3); // 2, 3, 4
  CHECK(plain.se == Approx(1 / std::sqrt(3.0)).epsilon(1e-15));
  CHECK(plain.used == 3);
  for (const double other : {inf, -inf, 7.0}) {
    const Summary one = paired_difference(of({3, inf, 9, 8}), of({1, other, 5, 4}));
    CHECK(std::isnan(one.mean));
    CHECK(std::isnan(one.se));
    CHECK(one.infinite == 1);
    CHECK(one.finite_mean == Approx(10.0 / 3));
  }
}

TEST_CASE("what has no t has no p: fewer than two pairs, an infinity, a constant difference",
          "[paired_tests][degenerate]") {
  CHECK(std::isnan(p_of({}, {})));
  CHECK(std::isnan(p_of({1}, {2})));
  CHECK(std::isnan(p_of({1, 2, inf}, {2, 3, 5})));
  CHECK(std::isnan(p_of({1, 2, 3}, {1, 2, 3})));
  CHECK(std::isnan(p_of({1.1, 2.1, 3.1}, {1, 2, 3}))); // constant but for rounding
  CHECK(p_of({1.1, 2.1, 3.2}, {1, 2, 3}) < 0.1);
  CHECK(p_of({1, 3}, {2, 2}) == 1);
}

TEST_CASE("each count is on how many data sets the row is significantly larger", "[paired_tests]") {
  const PairedTests tests = tests_of(handmade::data_sets());
  REQUIRE(tests.matrices.size() == 2);
  CHECK(tests.matrices[0].labels == std::vector<std::string>{"Linear"});
  // klr, platt, bins, beta; standard errors of the differences .001 to .003, t of 3.18 needed
  CHECK(larger(tests.matrices[0]) == Matrix{{0, 1, 0, 0}, {1, 0, 1, 0}, {2, 2, 0, 0}, {0, 2, 2, 0}});
  CHECK(larger(tests.matrices[1]) == Matrix{{0, 0, 0, 0}, {3, 0, 0, 0}, {3, 3, 0, 0}, {0, 0, 0, 0}});
}

TEST_CASE("differences that are infinite or constant are counted as untestable, equal replicates are not",
          "[paired_tests]") {
  Results results = handmade::data_sets();
  // klr and beta differ by the same amount in every replicate of Liver and Colon; beta is infinite on Wine
  CHECK(untestable(tests_of(results).matrices[0]) ==
        Matrix{{0, 0, 0, 3}, {0, 0, 0, 1}, {0, 0, 0, 1}, {3, 1, 1, 0}});
  for (auto& [metric, values] : results.rows.values)
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = results.rows.replicate[i];
  const PairedTests equal = tests_of(results);
  CHECK(untestable(equal.matrices[0]) == Matrix(4, std::vector<std::int32_t>(4)));
  CHECK(larger(equal.matrices[0]) == Matrix(4, std::vector<std::int32_t>(4)));
}

TEST_CASE("a one-sided test rejects more, a stricter level fewer", "[paired_tests]") {
  Results results = handmade::data_sets();
  // platt - bins on Colon: .01 with standard error .002, t = 5 on 3 degrees of freedom: p = .0154, two-sided
  asked(results)["alpha"] = {"0.01"};
  CHECK(larger(tests_of(results).matrices[0])[1][2] == 0);
  asked(results)["sides"] = {"one"};
  CHECK(larger(tests_of(results).matrices[0])[1][2] == 1);
  CHECK(larger(tests_of(results).matrices[0])[2][1] == 2);
}

TEST_CASE("the matrix has the methods that are asked for, in that order", "[paired_tests]") {
  Results results = handmade::data_sets();
  asked(results)["values"] = {"beta", "platt"};
  const PairedTests tests = tests_of(results);
  REQUIRE(tests.values.size() == 2);
  CHECK(tests.values[0].label == "Beta");
  CHECK(larger(tests.matrices[0]) == Matrix{{0, 2}, {0, 0}});
}

TEST_CASE("missing replicates are left out of both sides, a missing method cannot be tested",
          "[paired_tests][degenerate]") {
  Results results = handmade::data_sets();
  const std::int32_t setting = handmade::setting_at(results, "wine", "rbf", "platt");
  handmade::drop_replicates(results, setting, 2);
  CHECK(larger(tests_of(results).matrices[1])[1][0] == 3); // t = 58 on 1 degree of freedom: p = .011
  handmade::drop_replicates(results, setting, 1);
  CHECK(larger(tests_of(results).matrices[1])[1][0] == 2);
  CHECK(untestable(tests_of(results).matrices[1])[1][0] == 1);
  results.rows = {};
  CHECK(untestable(tests_of(results).matrices[1])[1][0] == 3);
}

TEST_CASE("published counts stand in their cells, and their correlation is off the diagonal only",
          "[paired_tests]") {
  Results results = handmade::data_sets();
  const TestMatrix linear = tests_of(results).matrices[0];
  CHECK(linear.cells[2][0].published == "5");
  CHECK(linear.cells[3][0].published.empty());
  // ours 1, 1, 2, 0 with published 2, 3, 5, 0
  CHECK(linear.correlation == Approx(5 / std::sqrt(2.0 * 13)).epsilon(1e-12));
  CHECK(std::isnan(tests_of(results).matrices[1].correlation));
  results.card.published_tests.push_back({{{"classifier", "linear"}}, "klr", "klr", "0"});
  CHECK(tests_of(results).matrices[0].correlation == linear.correlation);
}

TEST_CASE("tests of what is not computed are refused, and a card without a level of theirs",
          "[paired_tests]") {
  Results results = handmade::data_sets();
  asked(results)["of"] = {"gkl"};
  CHECK_THROWS_AS(tests_of(results), core::UserError);
  results = handmade::data_sets();
  asked(results).erase("alpha");
  CHECK_THROWS_WITH(tests_of(results), Catch::Contains("no 'alpha'"));
  asked(results)["alpha"] = {"five"};
  CHECK_THROWS_WITH(tests_of(results), Catch::Contains("no 'alpha'"));
}
