#include "core/loss/margin_losses.hpp"

#include <bit>
#include <cstdint>

#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using Eigen::Index;

namespace {

std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

/// Margins near 0, at the corners of the huberised hinge, and far out.
Vector some_margins(Index n) {
  Stream stream("margin losses");
  Vector h(n);
  for (Index i = 0; i < n; ++i) {
    const double far[] = {1, 1 - 1e-9, -1, 0, -0.0, 40, -40, 800, -800, 1e300, -1e300};
    h(i) = i % 3 == 0 ? far[static_cast<std::size_t>(i / 3) % std::size(far)] : 3 * stream.normal();
  }
  return h;
}

template <class Loss>
void check(const Loss& loss, Index n, double shift) {
  const Vector h = some_margins(n);
  Labels y = Labels::Ones(n);
  for (Index i = 0; i < n; i += 2) y(i) = -1;
  Vector values;
  SlopesAt<Vector> slopes;
  loss_values(loss, {y, h, shift}, values);
  loss_slopes(loss, {y, h, shift}, slopes);
  REQUIRE(values.size() == n);
  REQUIRE(slopes.curvature.size() == n);
  for (Index i = 0; i < n; ++i) {
    const double z = y(i) * (h(i) + shift);
    CAPTURE(n, i, z);
    CHECK(bits(values(i)) == bits(loss.value(z)));
    CHECK(bits(slopes.slope(i)) == bits(loss.slopes(z).slope));
    CHECK(bits(slopes.curvature(i)) == bits(loss.slopes(z).curvature));
  }
}

} // namespace

TEST_CASE("losses of many margins: each has the bits of that margin alone", "[loss][reproducibility]") {
  for (const Index n : {0, 1, 7, 8, 9, 33, 64}) {
    for (const double shift : {0.0, 0.3, -2.0}) {
      check(Coherence::logit(), n, shift);
      check(Coherence::c(1, 1), n, shift);
      check(Coherence::c(0.1, 1), n, shift);
      check(HuberisedHinge{2}, n, shift);
      check(HuberisedHinge{0.01}, n, shift);
    }
  }
}

TEST_CASE("the huberised hinge of no number is no number", "[loss][degenerate]") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(HuberisedHinge{2}.value(none)));
  CHECK(std::isnan(Coherence::logit().value(none)));
}
