#include <cmath>
#include <limits>

#include "core/random/stream.hpp"
#include "experiments/plan/until.hpp"
#include "results/statistics/summary.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

/// Settings whose values by replicate are these.
results::Results with_values(const std::vector<std::vector<double>>& values) {
  results::Results out;
  out.card.replications = static_cast<std::int32_t>(values.front().size());
  for (std::size_t s = 0; s < values.size(); ++s) {
    out.card.settings.push_back({std::string(32, static_cast<char>('0' + s)), ""});
    for (std::size_t r = 0; r < values[s].size(); ++r) {
      out.rows.setting.push_back(static_cast<std::int32_t>(s));
      out.rows.replicate.push_back(static_cast<std::int32_t>(r));
      out.rows.outcome.push_back(0);
      out.rows.values["gkl"].push_back(values[s][r]);
    }
  }
  return out;
}

/// The standard error of the report, over the first replicates.
double error_over(const std::vector<double>& values, std::int32_t count) {
  results::Series series;
  for (std::int32_t r = 0; r < count; ++r) series.push_back({r, values[static_cast<std::size_t>(r)]});
  return results::summarise(series).se;
}

} // namespace

TEST_CASE("enough is the first number of replications at which the report's errors are all small",
          "[until][oracle]") {
  core::Stream stream("until");
  for (int attempt = 0; attempt < 20; ++attempt) {
    std::vector<std::vector<double>> values(3);
    for (std::size_t s = 0; s < 3; ++s)
      for (int r = 0; r < 80; ++r) values[s].push_back(static_cast<double>(s + 1) * stream.uniform());
    const Until until{0.1, "gkl", 100};
    std::optional<std::int32_t> expected;
    for (std::int32_t r = 10; r <= 80 && !expected; ++r) {
      bool all = true;
      for (const auto& row : values) all = all && error_over(row, r) <= until.mcse;
      if (all) expected = r;
    }
    CHECK(enough(until, with_values(values), 10) == expected);
  }
}

TEST_CASE("replications are not fewer than the least, and never enough with an infinite value",
          "[until][degenerate]") {
  const Until until{0.1, "gkl", 100};
  CHECK(enough(until, with_values({std::vector<double>(20, 0.5)}), 7) == 7);
  CHECK(enough(until, with_values({std::vector<double>(20, 0.5)}), 1) == 2); // one value has no error
  auto values = std::vector<double>(20, 0.5);
  values[3] = infinity;
  CHECK(enough(until, with_values({values}), 1) == 2); // the rule looks no further
  CHECK_FALSE(enough(until, with_values({values}), 4));
  CHECK_FALSE(enough({0.1, "absent", 100}, with_values({values}), 1));
}

TEST_CASE("failed replicates are left out of the rule", "[until][degenerate]") {
  auto values = std::vector<double>(20, 0.5);
  values[0] = std::nan("");
  CHECK(enough({0.1, "gkl", 100}, with_values({values}), 1) == 3);
}

TEST_CASE(
    "the next try is what the spread calls for, between a quarter more and three times, at most the maximum",
    "[until]") {
  std::vector<double> coin;
  for (int r = 0; r < 100; ++r) coin.push_back(r % 2); // error about .05
  const auto next = [&](double mcse, std::int32_t most) {
    return next_try({mcse, "gkl", most}, with_values({coin}), 100);
  };
  CHECK(next(0.04, 10000) == Approx(158).margin(2));
  CHECK(next(0.049, 10000) == 125);
  CHECK(next(0.001, 10000) == 300);
  CHECK(next(0.001, 250) == 250);
}
