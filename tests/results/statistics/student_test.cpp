#include "results/statistics/student.hpp"

#include <cmath>
#include <vector>

#include "core/random/stream.hpp"
#include "results/statistics/agreement.hpp"
#include "results/statistics/joint.hpp"
#include "tests/support/catch.hpp"

using namespace results;

TEST_CASE("the normal equivalent of t has the tail of t", "[student][oracle]") {
  // 2 * scipy.stats.t.sf(t, df) of SciPy 1.10
  CHECK(two_sided(normal_equivalent(3, 2)) == Approx(0.09546597).epsilon(1e-6));
  CHECK(two_sided(normal_equivalent(3, 4)) == Approx(0.03994197).epsilon(1e-6));
  CHECK(two_sided(normal_equivalent(-2.5, 39)) == Approx(0.01673378).epsilon(1e-6));
  CHECK(two_sided(normal_equivalent(14, 2)) == Approx(0.005063324).epsilon(1e-6));
  CHECK(normal_equivalent(-2.5, 39) < 0);
}

TEST_CASE("with many degrees of freedom, or none to lose, t is z", "[student]") {
  CHECK(normal_equivalent(3, exact) == 3);
  CHECK(normal_equivalent(3, 1e7) == Approx(3).epsilon(1e-5));
  CHECK(normal_equivalent(0, 2) == 0);
}

TEST_CASE("far out the normal equivalent stays finite and rises", "[student][degenerate]") {
  double before = 0;
  for (double t = 1; t < 1e200; t *= 10) {
    const double z = normal_equivalent(t, 40);
    CHECK(std::isfinite(z));
    CHECK(z > before);
    CHECK(z <= t);
    before = z;
  }
  CHECK(std::isnan(normal_equivalent(1, 0)));
  CHECK(std::isinf(normal_equivalent(INFINITY, 3)));
}

TEST_CASE("combined errors have the fewer degrees of freedom of those that are there",
          "[student][manufactured]") {
  const EstimatedError alike = combined({1, 2}, {1, 2});
  CHECK(alike.se == Approx(std::sqrt(2)));
  CHECK(alike.df == 2);
  CHECK(combined({1, 9}, {0, 3}).df == 9);
  CHECK(combined({1, 9}, {1, exact}).df == 9);
  CHECK(std::isinf(combined({0, 2}, {0, 2}).df));
}

namespace {

Summary of_replications(core::Stream& stream, std::int32_t count) {
  Series series;
  for (std::int32_t r = 0; r < count; ++r) series.push_back({r, 1 + stream.normal(), Outcome::ok});
  return summarise(series);
}

/// How many of 1,000 comparisons with a published mean of the same study, printed finely, lie beyond 3.
int beyond_three(std::int32_t ours, std::int32_t published) {
  core::Stream stream = core::StreamAxes{7, "equal studies", ours}.stream("normal");
  int beyond = 0;
  for (int i = 0; i < 1000; ++i) {
    const Summary mine = of_replications(stream, ours), theirs = of_replications(stream, published);
    const Published printed{{}, "m", decimal(theirs.mean, 9), decimal(theirs.se, 9)};
    beyond += std::abs(compare(mine, printed, published).z) > off_beyond;
  }
  return beyond;
}

} // namespace

// 2.7 of 1,000 by chance. A normal quantile calls 100 off of three against a hundred, Welch's degrees of
// freedom 16.
TEST_CASE("equal studies are beyond three as seldom as they should be, however few their replications",
          "[student][oracle]") {
  for (const std::int32_t count : {3, 4, 5, 10}) {
    CAPTURE(count);
    CHECK(beyond_three(count, count) <= 9);
    CHECK(beyond_three(count, 100) <= 9);
  }
}

TEST_CASE("below three replications there is no verdict, and it is said", "[student][checker]") {
  core::Stream stream = core::StreamAxes{7, "few", 0}.stream("normal");
  const Published far{{}, "m", "1000.000", "0.001"};
  const Agreement few = compare(of_replications(stream, 2), far, 100);
  CHECK(few.is_too_few);
  CHECK(few.verdict == Verdict::cannot_tell);
  const Agreement single = compare(of_replications(stream, 1), far, 100);
  CHECK(single.is_too_few);
  CHECK(single.verdict == Verdict::cannot_tell);
  const Agreement enough = compare(of_replications(stream, 3), far, 100);
  CHECK_FALSE(enough.is_too_few);
  CHECK(enough.verdict == Verdict::off);
}

TEST_CASE("one replication is not too few where the paper itself stands on one", "[student][checker]") {
  core::Stream stream = core::StreamAxes{7, "few", 0}.stream("normal");
  const Agreement split = compare(of_replications(stream, 1), {{}, "m", "1000.000"}, 1);
  CHECK_FALSE(split.is_too_few);
  CHECK(split.verdict == Verdict::cannot_tell);
}

TEST_CASE("without any finite value there is none to be too few", "[student][degenerate]") {
  const Summary none{};
  CHECK_FALSE(compare(none, {{}, "m", "1.000"}, 100).is_too_few);
}
