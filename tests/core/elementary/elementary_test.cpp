#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/elementary/functions.hpp"
#include "core/elementary/normal_tail.hpp"
#include "core/elementary/pack.hpp"
#include "core/loss/logistic.hpp"
#include "core/loss/logistic_sums.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Logistic;
using core::LogisticSums;
using core::Vector;

// Against long double, whose 64 bits of mantissa are the truth here.
namespace {

constexpr int points = 20'000;

/// |got - wanted| in units of the last place of the wanted double.
double ulps(double got, long double wanted) {
  const double size = std::abs(static_cast<double>(wanted));
  const double unit = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  return static_cast<double>(std::abs(got - wanted) / unit);
}

template <class Mine, class Truth>
double worst(double low, double high, Mine mine, Truth truth) {
  tests::Dice dice(7);
  double most = 0;
  for (int i = 0; i < points; ++i) {
    const double x = dice.uniform(low, high);
    most = std::max(most, ulps(mine(x), truth(static_cast<long double>(x))));
  }
  return most;
}

} // namespace

TEST_CASE("elementary: exp is within an ulp, and exact at its limits", "[elementary][oracle]") {
  for (const auto& [low, high] : {std::pair{-1.0, 1.0}, {-40.0, 40.0}, {-700.0, 709.0}})
    CHECK(worst(
              low, high, [](double x) { return core::exp(x); }, [](long double x) { return std::exp(x); }) <
          1);
  CHECK(core::exp(0) == 1);
  CHECK(core::exp(-745.0) == std::numeric_limits<double>::denorm_min());
  CHECK(core::exp(-746.0) == 0);
  CHECK(core::exp(-core::infinity) == 0);
  CHECK(core::exp(710.0) == core::infinity);
  CHECK(core::exp(core::infinity) == core::infinity);
  CHECK(std::isnan(core::exp(std::nan(""))));
}

TEST_CASE("elementary: erfc has 13 digits in its upper tail, and is exact at its limits",
          "[elementary][oracle]") {
  tests::Dice dice(8);
  for (int i = 0; i < points; ++i) {
    const double x = dice.uniform(-6, 26);
    const long double truth = std::erfc(static_cast<long double>(x));
    REQUIRE(std::abs(core::erfc(x) / truth - 1) < 1e-13L * (x > 10 ? x : 2));
  }
  CHECK(core::erfc(0) == 1);
  CHECK(core::erfc(core::infinity) == 0);
  CHECK(core::erfc(-core::infinity) == 2);
  CHECK(std::isnan(core::erfc(std::nan(""))));
}

TEST_CASE("elementary: log and log1p are within an ulp or two, and exact at their limits",
          "[elementary][oracle]") {
  const auto mine = [](double x) { return core::log(x); };
  const auto truth = [](long double x) { return std::log(x); };
  for (const auto& [low, high] : {std::pair{0.5, 2.0}, {1e-300, 1e-290}, {1e-320, 1e-308}, {2.0, 1e300}})
    CHECK(worst(low, high, mine, truth) < 1);
  const auto mine_1 = [](double x) { return core::log1p(x); };
  const auto truth_1 = [](long double x) { return std::log1p(x); };
  for (const auto& [low, high] : {std::pair{-1e-10, 1e-10}, {-0.9, 2.0}, {2.0, 1e20}})
    CHECK(worst(low, high, mine_1, truth_1) < 2);
  CHECK(worst(0, 1, [](double x) { return core::elementary::log1p_of_share(x); }, truth_1) < 2);
  CHECK(core::log(1) == 0);
  CHECK(core::log(0) == -core::infinity);
  CHECK(core::log(core::infinity) == core::infinity);
  CHECK(std::isnan(core::log(-1)));
  CHECK(core::log1p(0) == 0);
  CHECK(core::log1p(-1) == -core::infinity);
  CHECK(core::log1p(core::infinity) == core::infinity);
  CHECK(std::isnan(core::log1p(-2)));
  CHECK(std::isnan(core::log(std::nan(""))));
}

TEST_CASE("elementary: the logarithms of a list have the bits of each alone, whatever it is",
          "[elementary][bits]") {
  tests::Dice dice(11);
  std::vector<double> x{
      0, -0.0, 1, -1, core::infinity, -core::infinity, std::nan(""), 0x1p-1074, 0x1p-1022, 0x1.fffp-1023};
  // The bounds of the interval that arguments are reduced to, and their neighbours.
  for (const double bound : {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp+0})
    for (const double off : {-0x1p-52, 0.0, 0x1p-52}) x.push_back(bound + off);
  while (x.size() < 4003)
    x.push_back(std::ldexp(dice.uniform(0.5, 1), static_cast<int>(dice.uniform(-1074, 1025))));
  std::vector<double> out(x.size());
  core::log(static_cast<std::ptrdiff_t>(x.size()), x.data(), out.data());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double alone = core::log(x[i]);
    CAPTURE(i, x[i]);
    CHECK((std::isnan(alone) ? std::isnan(out[i])
                             : std::bit_cast<std::uint64_t>(out[i]) == std::bit_cast<std::uint64_t>(alone)));
  }
}

TEST_CASE(
    "elementary: sine and cosine are within two ulp of the result or of 1e-17, and refuse what they cannot",
    "[elementary][oracle]") {
  tests::Dice dice(8);
  for (int i = 0; i < points; ++i) {
    const double x = i % 4 == 0 ? dice.uniform(-1e5, 1e5) : dice.uniform(-7, 7);
    CAPTURE(x);
    const long double sine = std::sin(static_cast<long double>(x)),
                      cosine = std::cos(static_cast<long double>(x));
    CHECK(std::abs(core::sin(x) - sine) <= 4.5e-16L * std::max(std::abs(sine), 0.05L));
    CHECK(std::abs(core::cos(x) - cosine) <= 4.5e-16L * std::max(std::abs(cosine), 0.05L));
  }
  CHECK(core::sin(0) == 0);
  CHECK(core::cos(0) == 1);
  CHECK_THROWS_AS(core::sin(2e5), std::logic_error);
  CHECK_THROWS_AS(core::cos(std::nan("")), std::logic_error);
}

TEST_CASE("elementary: powers of ten are correctly rounded, whole ones all of them", "[elementary][oracle]") {
  for (int k = -22; k <= 22; ++k) {
    CAPTURE(k);
    CHECK(core::power_of_ten(k) == std::stod("1e" + std::to_string(k)));
  }
  tests::Dice dice(9);
  int others = 0;
  for (int i = 0; i < points; ++i) {
    const double x = dice.uniform(-6, 6);
    others += core::power_of_ten(x) != static_cast<double>(std::pow(10.0L, static_cast<long double>(x)));
  }
  CHECK(others * 200 < points);
}

TEST_CASE("elementary: log Gamma keeps its digits from 0 to far out", "[elementary][oracle]") {
  tests::Dice dice(10);
  for (int i = 0; i < points; ++i) {
    const double x = i % 3 == 0 ? dice.uniform(1e-3, 3) : dice.uniform(0, i % 3 == 1 ? 30 : 1e4);
    CAPTURE(x);
    const long double truth = std::lgamma(static_cast<long double>(x));
    CHECK(std::abs(core::log_gamma(x) - truth) <= 2e-14L * std::max(1.0L, std::abs(truth)));
  }
}

namespace {

struct Pairs {
  Vector x, t;
};

Pairs random_points(Eigen::Index n, double size) {
  tests::Dice dice(static_cast<std::uint64_t>(n));
  Pairs out{Vector(n), Vector(n)};
  for (Eigen::Index i = 0; i < n; ++i) out.x(i) = size * dice.normal(), out.t(i) = dice.uniform();
  return out;
}

} // namespace

TEST_CASE("logistic sums: are the sums of the loss and its derivatives, point by point", "[loss][oracle]") {
  for (const Eigen::Index n : {0, 1, 7, 8, 9, 16, 100, 101, 800, 1607})
    for (const double size : {0.1, 3.0, 500.0}) {
      CAPTURE(n, size);
      const Pairs at = random_points(n, size);
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
  const Pairs at = random_points(8, 3);
  for (Eigen::Index i = 0; i < 8; ++i) {
    Pairs one{Vector::Zero(8), Vector::Constant(8, 0.5)};
    const Pairs alone{at.x.segment(i, 1), at.t.segment(i, 1)};
    const LogisticSums single = core::logistic_sums(alone.x, alone.t, 1.1, 0.2);
    // Seven points without weight in the sums of slopes: x = 0.
    one.x(i) = at.x(i), one.t(i) = at.t(i);
    const LogisticSums packed = core::logistic_sums(one.x, one.t, 1.1, 0.2);
    CHECK(std::bit_cast<std::uint64_t>(single.slope) == std::bit_cast<std::uint64_t>(packed.slope));
    CHECK(std::bit_cast<std::uint64_t>(single.slope_slope) ==
          std::bit_cast<std::uint64_t>(packed.slope_slope));
  }
}

TEST_CASE("logistic terms: losses and slopes of a vector have the bits of each alone", "[loss][bits]") {
  for (const double size : {1.0, 40.0, 800.0}) {
    Vector z = size * random_points(103, 2).x;
    z(0) = 0, z(1) = -0.0, z(2) = core::infinity, z(3) = -core::infinity;
    const auto [losses, slopes] = core::logistic_terms(z);
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      CAPTURE(z(i));
      CHECK(std::bit_cast<std::uint64_t>(losses(i)) == std::bit_cast<std::uint64_t>(Logistic::value(z(i))));
      CHECK(std::bit_cast<std::uint64_t>(slopes(i)) == std::bit_cast<std::uint64_t>(Logistic::slope(z(i))));
    }
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
