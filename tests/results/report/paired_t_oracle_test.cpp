#include <map>

#include "results/report/panels/paired_tests.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// The paired differences of one sample of paired_sample.csv.
Summary difference_of(const std::string& sample) {
  Series a, b;
  for (const auto& row : tests::fixture("paired_sample.csv")) {
    if (row[0] != sample) continue;
    const auto replicate = static_cast<std::int32_t>(a.size());
    a.push_back({replicate, std::stod(row[1]), Outcome::ok});
    b.push_back({replicate, std::stod(row[2]), Outcome::ok});
  }
  return paired_difference(a, b);
}

} // namespace

TEST_CASE("p values of paired t tests are those of R's t.test", "[paired_tests][oracle]") {
  const auto rows = tests::fixture("paired_tests.csv");
  REQUIRE(rows.size() == 8);
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    CHECK(paired_t_test(difference_of(row[0]), true) == Approx(std::stod(row[1])).epsilon(1e-9));
    CHECK(paired_t_test(difference_of(row[0]), false) == Approx(std::stod(row[2])).epsilon(1e-9));
  }
}

TEST_CASE("the comparison with R notices the other side", "[paired_tests][oracle]") {
  const auto row = tests::fixture("paired_tests.csv").at(2); // R's p against a larger a is .9995
  CHECK(paired_t_test(difference_of(row[0]), true) != Approx(std::stod(row[2])).epsilon(1e-3));
}
