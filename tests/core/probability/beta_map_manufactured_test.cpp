#include <boost/math/distributions/beta.hpp>
#include <cmath>

#include "core/probability/scaling/beta_map.hpp"
#include "core/probability/scaling/least.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using namespace core;

TEST_CASE("a quantile of a tail is the point it was the tail of", "[beta][manufactured]") {
  for (const double mean : {0.002, 0.3, 0.5, 0.97})
    for (const double total : {0.02, 0.7, 5.0, 300.0, 9000.0})
      for (const double z : {1e-9, 0.01, 0.3, 0.5, 0.77, 0.999}) {
        const BetaLaw law{mean, total};
        const Tail tail = law.tail(z);
        CAPTURE(mean, total, z, tail.mass);
        if (tail.mass > 1e-290) CHECK(law.quantile(tail) == Approx(z).epsilon(1e-8));
      }
}

TEST_CASE("tails and quantiles of a Beta law are Boost's", "[beta][oracle]") {
  for (const double mean : {0.002, 0.3, 0.5, 0.97})
    for (const double total : {0.02, 0.7, 5.0, 300.0, 9000.0}) {
      const BetaLaw law{mean, total};
      const boost::math::beta_distribution<double> boost(mean * total, (1 - mean) * total);
      for (const double z : {0.0, 1e-9, 0.001, 0.01, 0.3, 0.5, 0.77, 0.97, 0.999, 1.0}) {
        CAPTURE(mean, total, z);
        const Tail tail = law.tail(z);
        const bool lower = tail.side == Tail::Side::lower;
        CHECK(tail.mass ==
              Approx(lower ? cdf(boost, z) : cdf(complement(boost, z))).epsilon(1e-8).margin(1e-290));
        CHECK(tail.mass <= 0.5);
      }
      for (const double mass : {1e-12, 1e-3, 0.1, 0.25, 0.5}) {
        CAPTURE(mean, total, mass);
        CHECK(law.quantile({mass, Tail::Side::lower}) ==
              Approx(quantile(boost, mass)).epsilon(1e-7).margin(1e-290));
        CHECK(law.quantile({mass, Tail::Side::upper}) ==
              Approx(quantile(complement(boost, mass))).epsilon(1e-7).margin(1e-290));
      }
    }
}

TEST_CASE("a uniform law has the identity as its distribution function", "[beta][manufactured]") {
  CHECK(BetaLaw{0.5, 2}.tail(0.2).mass == Approx(0.2));
  CHECK(BetaLaw{0.5, 2}.tail(0.8).mass == Approx(0.2));
  CHECK(BetaLaw{0.5, 2}.tail(0.8).side == Tail::Side::upper);
  CHECK(BetaLaw{0.5, 4}.tail(0.2).mass == Approx(3 * 0.04 - 2 * 0.008)); // F = 3 z^2 - 2 z^3
}

TEST_CASE("a map between equal laws is the identity, between others it is monotone and keeps the ends",
          "[beta][manufactured]") {
  const BetaMap same({0.6, 7}, {0.6, 7}), other({0.6, 7}, {0.2, 0.3});
  double last = -1;
  for (const double m : {0.0, 1e-6, 0.1, 0.4, 0.6, 0.9, 0.9999, 1.0}) {
    CHECK(same(m) == Approx(m).epsilon(1e-10));
    CHECK(other(m) >= last);
    last = other(m);
  }
  CHECK(other(0) == 0);
  CHECK(other(1) == 1);
}

TEST_CASE("values from a Beta law are carried to values with the mean of the targets",
          "[beta][manufactured]") {
  const BetaLaw law{0.7, 6};
  const Eigen::Index n = 400;
  Vector m(n), target(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    m(i) = law.quantile({(static_cast<double>(i) + 0.5) / static_cast<double>(n), Tail::Side::lower});
    target(i) = i % 5 == 0 ? 1 : 0;
  }
  const BetaFamily family(m, target);
  REQUIRE(family.carries());
  CHECK(family.total() == Approx(6).epsilon(0.02));
  CHECK(m.unaryExpr(family.map(11)).mean() == Approx(0.2).epsilon(0.01));
}

TEST_CASE("the least integer and the least real are found wherever they lie", "[beta][manufactured]") {
  for (const double at : {1.0, 2.0, 40.0, 77.0, 2500.0, 6000.0}) {
    const auto bowl = [=](double v) { return std::abs(std::log(v / at)); };
    CHECK(least_integer(1, 6000, bowl) == static_cast<std::int64_t>(at));
    if (at <= 200) CHECK(least_real(0.02, 200, bowl) == Approx(at).epsilon(2e-4));
  }
  CHECK(least_integer(3, 900, [](double v) { return -v; }) == 900);
  CHECK(least_integer(3, 3, [](double) { return 1.0; }) == 3);
  CHECK(least_integer(5, 500, [](double) { return 1.0; }) == 5);
  CHECK(least_real(0.02, 200, [](double v) { return v; }) == Approx(0.02).epsilon(2e-4));
}
