#include "core/tuning/lambda_grid.hpp"

#include <cmath>
#include <string>

#include "core/contract.hpp"
#include "core/parameters.hpp"
#include "tests/support/catch.hpp"

using core::lambda_grid;
using core::Spacing;

namespace {

std::string printed(const std::vector<double>& values) {
  std::string out;
  for (const double value : values) {
    if (!out.empty()) out += ' ';
    out += core::shortest(value);
  }
  return out;
}

} // namespace

TEST_CASE("lambda grid: the paper's linear grid from 1e-3 to 1e3 has 60 values, ten in each decade",
          "[tuning]") {
  const auto values = lambda_grid({0.001, 1000, 10, Spacing::linear});
  REQUIRE(values.size() == 60);
  CHECK(values.front() == 0.0019);
  CHECK(values.back() == 1000.0);
  CHECK(printed({values.begin() + 20, values.begin() + 30}) ==
        "0.19 0.28 0.37 0.46 0.55 0.64 0.73 0.82 0.91 1");
  CHECK(printed({values.begin() + 40, values.begin() + 50}) == "19 28 37 46 55 64 73 82 91 100");
}

TEST_CASE("lambda grid: linear values are the doubles their decimals read as, not drifted ones", "[tuning]") {
  const auto values = lambda_grid({0.001, 1000, 10, Spacing::linear});
  std::size_t at = 0;
  for (int j = -3; j < 3; ++j)
    for (int k = 1; k <= 10; ++k) {
      const double literal = std::stod(std::to_string(10 + 9 * k) + "e" + std::to_string(j - 1));
      CHECK(values[at++] == literal);
    }
}

TEST_CASE("lambda grid: a logarithmic grid has both ends and hits every power of ten exactly", "[tuning]") {
  CHECK(printed(lambda_grid({0.001, 1000, 1, Spacing::log})) == "0.001 0.01 0.1 1 10 100 1000");
  const auto values = lambda_grid({1e-5, 1e5, 4, Spacing::log});
  REQUIRE(values.size() == 41);
  for (int j = -5; j <= 5; ++j) CHECK(values[4 * (j + 5)] == std::stod("1e" + std::to_string(j)));
  CHECK(values[21] == Approx(std::pow(10.0, 0.25)).epsilon(1e-15));
}

TEST_CASE("lambda grid: decades apart from any start the values repeat with their point moved", "[tuning]") {
  CHECK(printed(lambda_grid({0.3, 300, 1, Spacing::log})) == "0.3 3 30 300");
  CHECK(printed(lambda_grid({0.7, 70, 1, Spacing::log})) == "0.7 7 70");
}

TEST_CASE(
    "lambda grid: ends that are no whole decades apart are both met, in equal ratios of at most the step",
    "[tuning]") {
  const auto values = lambda_grid({0.5, 20, 3, Spacing::log});
  CHECK(values.front() == 0.5);
  CHECK(values.back() == 20.0);
  REQUIRE(values.size() == 6); // log10(40) * 3 = 4.8, five steps
  const double ratio = std::pow(40.0, 0.2);
  CHECK(ratio <= std::pow(10.0, 1.0 / 3));
  for (std::size_t i = 1; i < values.size(); ++i)
    CHECK(values[i] / values[i - 1] == Approx(ratio).epsilon(1e-13));
}

TEST_CASE("lambda grid: every grid increases strictly", "[tuning]") {
  for (const Spacing spacing : {Spacing::linear, Spacing::log})
    for (const int per_decade : {1, 2, 3, 7, 10, 97}) {
      CAPTURE(per_decade);
      const auto values = lambda_grid({1e-4, 1e2, per_decade, spacing});
      for (std::size_t i = 1; i < values.size(); ++i) REQUIRE(values[i - 1] < values[i]);
    }
}

TEST_CASE("lambda grid: impossible ranges are refused with the reason", "[tuning]") {
  CHECK_THROWS_WITH(
      lambda_grid({0.002, 1000, 10, Spacing::linear}),
      "'from' of a linear range must be a power of ten (found 0.002). Write 0.001, 1, 1000, ...");
  CHECK_THROWS_WITH(lambda_grid({1, 50, 10, Spacing::linear}), Catch::Contains("'to' of a linear range"));
  CHECK_THROWS_WITH(lambda_grid({10, 1}), "'from' must be below 'to' (found 10 and 1)");
  CHECK_THROWS_AS(lambda_grid({1, 1}), core::UserError);
  CHECK_THROWS_AS(lambda_grid({0, 1}), core::UserError);
  CHECK_THROWS_AS(lambda_grid({-1, 1}), core::UserError);
  CHECK_THROWS_AS(lambda_grid({1, 10, 0}), core::UserError);
  CHECK_THROWS_AS(lambda_grid({1, INFINITY}), core::UserError);
  CHECK_THROWS_AS(lambda_grid({NAN, 1}), core::UserError);
  CHECK_THROWS_WITH(lambda_grid({1e-20, 1e20, 1000}), Catch::Contains("at most 10000"));
  CHECK_THROWS_WITH(lambda_grid({1e-300, 1e300, 1000}), Catch::Contains("at most 10000"));
}
