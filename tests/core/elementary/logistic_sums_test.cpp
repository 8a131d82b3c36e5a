#include "core/loss/logistic_sums.hpp"

#include <bit>

#include "core/loss/logistic.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Logistic;
using core::LogisticSums;
using core::Vector;

namespace {

struct Points {
  Vector x, t;
};

Points random_points(Eigen::Index n, double size) {
  tests::Dice dice(static_cast<std::uint64_t>(n));
  Points out{Vector(n), Vector(n)};
  for (Eigen::Index i = 0; i < n; ++i) out.x(i) = size * dice.normal(), out.t(i) = dice.uniform();
  return out;
}

} // namespace

TEST_CASE("logistic sums: are the sums of the loss and its derivatives, point by point", "[loss][oracle]") {
  for (const Eigen::Index n : {0, 1, 7, 8, 9, 16, 100, 101, 800, 1607})
    for (const double size : {0.1, 3.0, 500.0}) {
      CAPTURE(n, size);
      const Points at = random_points(n, size);
      const LogisticSums sums = core::logistic_sums(at.x, at.t, 1.7, -0.3);
      long double value = 0, slope = 0, offset = 0, ss = 0, so = 0, oo = 0;
      for (Eigen::Index i = 0; i < n; ++i) {
        const double f = 1.7 * at.x(i) - 0.3, p = core::sigmoid(f), curvature = Logistic::curvature(f);
        value += Logistic::cross_entropy(at.t(i), f);
        slope += at.x(i) * (p - at.t(i)), offset += p - at.t(i);
        ss += at.x(i) * at.x(i) * curvature, so += at.x(i) * curvature, oo += curvature;
      }
      const auto near = [](long double v) {
        return Approx(static_cast<double>(v)).epsilon(1e-11).margin(1e-11);
      };
      CHECK(sums.value == near(value));
      CHECK(sums.slope == near(slope));
      CHECK(sums.offset == near(offset));
      CHECK(sums.slope_slope == near(ss));
      CHECK(sums.slope_offset == near(so));
      CHECK(sums.offset_offset == near(oo));
    }
}

TEST_CASE("logistic sums: a point in a pack has the bits that it has alone", "[loss][bits]") {
  const Points at = random_points(8, 3);
  for (Eigen::Index i = 0; i < 8; ++i) {
    Points one{Vector::Zero(8), Vector::Constant(8, 0.5)};
    const Points alone{at.x.segment(i, 1), at.t.segment(i, 1)};
    const LogisticSums single = core::logistic_sums(alone.x, alone.t, 1.1, 0.2);
    // Seven points without weight in the sums of slopes: x = 0.
    one.x(i) = at.x(i), one.t(i) = at.t(i);
    const LogisticSums packed = core::logistic_sums(one.x, one.t, 1.1, 0.2);
    CHECK(std::bit_cast<std::uint64_t>(single.slope) == std::bit_cast<std::uint64_t>(packed.slope));
    CHECK(std::bit_cast<std::uint64_t>(single.slope_slope) ==
          std::bit_cast<std::uint64_t>(packed.slope_slope));
  }
}

TEST_CASE("logistic sums: a vector of sigmoids has the bits of each alone", "[loss][bits]") {
  for (const double size : {1.0, 40.0, 800.0}) {
    Vector z = size * random_points(103, 1).x;
    z(0) = 0, z(1) = -0.0, z(2) = core::infinity, z(3) = -core::infinity;
    const Vector p = core::sigmoids(z);
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      CAPTURE(z(i));
      CHECK(std::bit_cast<std::uint64_t>(p(i)) == std::bit_cast<std::uint64_t>(core::sigmoid(z(i))));
    }
  }
}
