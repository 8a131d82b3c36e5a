#include "core/probability/resample.hpp"
#include "tests/support/catch.hpp"

using core::merged;
using core::MergedResample;
using Rows = std::vector<Eigen::Index>;

namespace {

core::Vector vec(std::initializer_list<double> values) {
  core::Vector v(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

} // namespace

TEST_CASE("a merged resample counts equal observations and lets undrawn rows ride along",
          "[resample][manufactured]") {
  const MergedResample out = merged({{3, 0, 3, 3, 1}, vec({1, -1, -1, 1, 1})}, 5);
  CHECK(out.rows == Rows{0, 1, 3, 3, 2, 4});
  CHECK(out.y.head(4) == vec({-1, 1, -1, 1}));
  CHECK(out.count == vec({1, 1, 1, 2, 0, 0}));
  for (std::size_t row = 0; row < 5; ++row)
    CHECK(out.rows[static_cast<std::size_t>(out.place[row])] == static_cast<Eigen::Index>(row));
  CHECK_FALSE(out.is_whole());
}

TEST_CASE("the order of a resample's points does not matter", "[resample]") {
  const MergedResample one = merged({{2, 0, 2}, vec({1, -1, -1})}, 3);
  const MergedResample other = merged({{2, 2, 0}, vec({-1, 1, -1})}, 3);
  CHECK(one.rows == other.rows);
  CHECK(one.y == other.y);
  CHECK(one.count == other.count);
}

TEST_CASE("only the training sample itself is whole", "[resample][degenerate]") {
  CHECK(merged({{0, 1, 2}, vec({1, -1, 1})}, 3).is_whole());
  CHECK(merged({{2, 1, 0}, vec({1, -1, 1})}, 3).is_whole());
  CHECK_FALSE(merged({{0, 1}, vec({1, -1})}, 3).is_whole());
  CHECK_FALSE(merged({{0, 1, 1}, vec({1, -1, -1})}, 2).is_whole());
  CHECK_FALSE(merged({{0, 0, 1}, vec({1, -1, -1})}, 2).is_whole());
}
