#include <boost/math/distributions/beta.hpp>
#include <cmath>
#include <memory>

#include "core/loss/logistic.hpp"
#include "core/probability/scaling/beta.hpp"
#include "core/probability/scaling/beta_map.hpp"
#include "core/probability/scaling/coherence_scaling.hpp"
#include "core/probability/scaling/counts.hpp"
#include "core/probability/scaling/least.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/probability/scaling/softmax.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using core::Vector;

namespace {

/// Mean cross entropy of the smoothed targets, written from the definition.
double loss(const Vector& f, const Vector& y, double a, double b) {
  const double positive = (y.array() > 0).count(), negative = static_cast<double>(y.size()) - positive;
  double sum = 0;
  for (Eigen::Index i = 0; i < f.size(); ++i) {
    const double t = y(i) > 0 ? (positive + 1) / (positive + 2) : 1 / (negative + 2);
    const double p = 1 / (1 + std::exp(a * f(i) + b));
    sum -= t * std::log(p) + (1 - t) * std::log(1 - p);
  }
  return sum / static_cast<double>(f.size());
}

struct Noisy {
  Vector f, y;
};

Noisy noisy(int n, double scale, double shift) {
  core::Stream stream("platt");
  Noisy out{Vector(n), Vector(n)};
  for (int i = 0; i < n; ++i) {
    const double z = stream.normal();
    out.y(i) = stream.uniform() < 1 / (1 + std::exp(-2 * z)) ? 1 : -1;
    out.f(i) = scale * z + shift;
  }
  return out;
}

} // namespace

TEST_CASE("no neighbouring sigmoid has a smaller loss", "[platt][manufactured]") {
  const auto data = noisy(200, 1, 0.3);
  const auto fit = core::fit_platt(data.f, data.y);
  REQUIRE(fit.status == core::Status::ok);
  CHECK(fit.gradient <= 1e-10);
  const double best = loss(data.f, data.y, fit.slope, fit.offset);
  for (const double da : {-1e-3, 0.0, 1e-3}) {
    for (const double db : {-1e-3, 0.0, 1e-3}) {
      CHECK(best <= loss(data.f, data.y, fit.slope + da, fit.offset + db) + 1e-15);
    }
  }
}

TEST_CASE("the gradient falls below its bound though the value is rounded by more than it falls",
          "[platt][manufactured]") {
  for (int n = 20; n <= 400; ++n) {
    const auto data = noisy(n, 1, 0.01 * n);
    const auto fit = core::fit_platt(data.f, data.y);
    CAPTURE(n, fit.gradient, fit.iterations);
    CHECK(fit.status == core::Status::ok);
    CHECK(fit.gradient <= 1e-10);
    CHECK(fit.iterations <= 10);
  }
}

TEST_CASE("the probabilities do not depend on the scale or origin of the decision values", "[platt]") {
  const auto base = noisy(150, 1, 0);
  const auto reference = core::fit_platt(base.f, base.y).probability(base.f);
  const double scale = GENERATE(1e-6, 1.0, 1e6);
  const Vector moved = scale * (base.f.array() + 4);
  const auto fit = core::fit_platt(moved, base.y);
  CHECK(fit.status == core::Status::ok);
  CHECK((fit.probability(moved) - reference).cwiseAbs().maxCoeff() < 1e-6);
}

TEST_CASE("swapping the labels and the sides swaps the probabilities", "[platt]") {
  const auto data = noisy(80, 1, -0.2);
  const auto p = core::fit_platt(data.f, data.y).probability(data.f);
  const auto q = core::fit_platt(-data.f, -data.y).probability(-data.f);
  CHECK((p + q - Vector::Ones(p.size())).cwiseAbs().maxCoeff() < 1e-7);
}

TEST_CASE("decision values that run against the classes give the smoothed share of positives everywhere",
          "[platt][degenerate]") {
  for (const double scale : {1e-6, 1.0, 1e6})
    for (const int n : {2, 7, 80}) {
      const auto data = noisy(n, scale, 0.3);
      const Vector against = -data.f.cwiseAbs().cwiseProduct(data.y);
      const auto fit = core::fit_platt(against, data.y);
      CAPTURE(scale, n);
      CHECK(fit.is_clipped);
      CHECK(fit.slope == 0);
      const double positive = (data.y.array() > 0).count(), negative = n - positive;
      const double share =
          (positive * (positive + 1) / (positive + 2) + negative / (negative + 2)) / static_cast<double>(n);
      CHECK((fit.probability(against).array() - share).abs().maxCoeff() < 1e-12);
      for (const double slope : {-1e-3, -1.0})
        CHECK(loss(against, data.y, 0, fit.offset) <
              loss(against, data.y, slope / scale, fit.offset - slope * against.mean() / scale));
    }
}

TEST_CASE("a clipped slope is a fact and a remark, another slope is neither", "[platt]") {
  const auto data = noisy(60, 1, 0);
  const Estimate right = PlattCalibration().probability(data.f, data.f, data.y);
  CHECK_FALSE(right.facts.contains("platt_clipped"));
  CHECK(right.remarks.empty());
  const Estimate wrong = PlattCalibration().probability(data.f, -data.f, data.y);
  CHECK(wrong.facts.at("platt_clipped") == 1);
  REQUIRE(wrong.remarks.size() == 1);
  CHECK_THAT(wrong.remarks.front(), Catch::StartsWith("The decision values run against the classes"));
}

TEST_CASE("separated decision values stay finite because the targets are smoothed", "[platt][degenerate]") {
  Vector f(6), y(6);
  f << -3, -2, -1, 1, 2, 3;
  y << -1, -1, -1, 1, 1, 1;
  const auto p = core::fit_platt(f, y).probability(f);
  CHECK((p.minCoeff() > 0 && p.maxCoeff() < 1));
  CHECK(p(5) > 0.7);
}

TEST_CASE("equal decision values give the smoothed share of positives", "[platt][degenerate]") {
  Vector y(4);
  y << 1, 1, 1, -1;
  const double share = (3 * (4.0 / 5) + 1.0 / 3) / 4;
  for (const double noise : {0.0, 1e-15}) {
    Vector f = Vector::Constant(4, 1);
    f(0) += noise;
    const auto fit = core::fit_platt(f, y);
    CHECK(fit.slope == 0);
    CHECK(fit.probability(f)(0) == Approx(share));
  }
}

TEST_CASE("one class gives probabilities on its side of one half", "[platt][degenerate]") {
  const auto data = noisy(20, 1, 0);
  CHECK(core::fit_platt(data.f, Vector::Ones(20)).probability(data.f).minCoeff() > 0.5);
}

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

namespace {

double mean_cross_entropy(const Vector& f, const Labels& y, double u, double rho) {
  double sum = 0;
  for (Eigen::Index i = 0; i < f.size(); ++i)
    sum += Logistic::value(y(i) * coherent_log_odds(Coherence::v(rho, u), f(i)));
  return sum / static_cast<double>(f.size());
}

struct Decisions {
  Vector f;
  Labels y;
};

Decisions decisions(Eigen::Index n, std::uint64_t seed) {
  tests::Dice dice(seed);
  Decisions out{Vector(n), Labels(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    out.f(i) = 1.5 * dice.normal();
    out.y(i) = dice.uniform() < sigmoid(out.f(i)) ? 1 : -1;
  }
  return out;
}

} // namespace

TEST_CASE("coherence scaling: no rho has a smaller cross entropy on the training points",
          "[scaling][manufactured]") {
  for (const double u : {0.0, 1.0})
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Decisions at = decisions(60, seed);
      const CoherenceFit fit = fit_coherence(at.f, at.y, u);
      CAPTURE(u, seed, fit.rho);
      CHECK(fit.status == Status::ok);
      const double least = mean_cross_entropy(at.f, at.y, u, fit.rho);
      for (double t = -9; t <= 9; t += 0.01)
        CHECK(least <= mean_cross_entropy(at.f, at.y, u, std::exp(t)) + 1e-12);
    }
}

TEST_CASE("coherence scaling: with u = 0 it is the sigmoid through 0 that fits best",
          "[scaling][manufactured]") {
  const Decisions at = decisions(80, 4);
  const CoherenceFit fit = fit_coherence(at.f, at.y, 0);
  double gradient = 0;
  for (Eigen::Index i = 0; i < at.f.size(); ++i)
    gradient += at.y(i) * at.f(i) * sigmoid(-at.y(i) * at.f(i) / fit.rho);
  CHECK(std::abs(gradient) < 1e-6);
  CoherenceScaling scaling;
  scaling.u = 0;
  const Estimate estimate = scaling.probability(at.f, at.f, at.y);
  CHECK(estimate.facts.at("rho") == fit.rho);
  for (Eigen::Index i = 0; i < at.f.size(); ++i)
    CHECK(estimate.probability.positive()(i) == Approx(sigmoid(at.f(i) / fit.rho)).margin(1e-12));
}

TEST_CASE(
    "coherence scaling: separable, constant and one-class decisions end at a bound or a rho, never in a NaN",
    "[scaling][degenerate]") {
  const Vector f = Vector::LinSpaced(6, -2, 3);
  const Labels apart = (f.array() > 0).select(Labels::Ones(6), -Labels::Ones(6));
  CHECK(fit_coherence(f, apart, 0).rho < 0.1);
  for (const double u : {0.0, 1.0}) {
    CHECK(std::isfinite(fit_coherence(f, apart, u).rho));
    CHECK(std::isfinite(fit_coherence(f, Labels::Ones(6), u).rho));
    CHECK(fit_coherence(Vector::Zero(6), apart, u).rho == Approx(1e4));
  }
}

TEST_CASE("coherence scaling: the rounding of a machine's elbow decides nothing", "[scaling][degenerate]") {
  const Vector beyond{{-1.9, -1.4, -1.03, 1.02, 1.1, 1.6, 2.2}};
  Vector f(11);
  f << beyond, 1, 1, -1, -1;
  const Labels y = (f.array() > 0).select(Labels::Ones(11), -Labels::Ones(11));
  const CoherenceFit exact = fit_coherence(f, y, 1);
  for (const double noise : {-1e-9, -1e-11, 1e-11, 1e-9}) {
    CAPTURE(noise);
    Vector rounded = f;
    rounded.tail(4) += noise * Vector{{1, 0.3, -0.7, 1}};
    CHECK(fit_coherence(rounded, y, 1).rho == exact.rho);
  }
}

TEST_CASE("Sollich's scaling: its display by hand", "[scaling][manufactured]") {
  Vector f(5);
  f << -3, -1, 0, 0.5, 2;
  const Estimate estimate = SollichScaling{}.probability(f, {}, Labels());
  Vector expected(5);
  expected << 1 / (1 + std::exp(4.0)), 1 / (1 + std::exp(2.0)), 0.5, 1 / (1 + std::exp(-1.0)),
      1 / (1 + std::exp(-3.0));
  CHECK((estimate.probability.positive() - expected).cwiseAbs().maxCoeff() < 1e-15);
}

namespace {

Vector values(std::initializer_list<double> list) {
  Vector out(static_cast<Eigen::Index>(list.size()));
  std::copy(list.begin(), list.end(), out.data());
  return out;
}

std::vector<std::unique_ptr<Calibration>> every_scaling() {
  std::vector<std::unique_ptr<Calibration>> out;
  out.push_back(std::make_unique<PlattCalibration>());
  out.push_back(std::make_unique<SoftmaxScaling>());
  out.push_back(std::make_unique<ZeroOneScaling>());
  out.push_back(std::make_unique<ClippedScaling>());
  out.push_back(std::make_unique<BinnedScaling>());
  auto masses = std::make_unique<BinnedScaling>();
  masses->edges = BinnedScaling::Edges::equal_mass;
  out.push_back(std::move(masses));
  out.push_back(std::make_unique<BetaScaling>());
  out.push_back(std::make_unique<SingleBetaScaling>());
  return out;
}

const Vector anywhere = values({-1e300, -800, -20, -1, -1e-9, 0, 1e-9, 0.5, 1, 20, 800, 1e300});

} // namespace

TEST_CASE("every scaling gives probabilities on every degenerate sample", "[scaling][degenerate]") {
  struct Case {
    const char* what;
    Vector f, y;
  };
  const Case cases[] = {
      {"one point", values({0.3}), values({1})},
      {"one value", values({0.7, 0.7, 0.7, 0.7}), values({1, -1, 1, 1})},
      {"zeros", values({0, 0, 0}), values({1, -1, -1})},
      {"one class", values({-0.4, 0.1, 1.7}), values({1, 1, 1})},
      {"two points far apart", values({-700, 700}), values({-1, 1})},
      {"two points far apart, both wrong", values({-700, 700}), values({1, -1})},
      {"one side", values({0.2, 0.4, 3}), values({1, -1, 1})},
      {"huge", values({-1e300, -1, 1, 1e300}), values({-1, 1, -1, 1})},
  };
  for (const Case& at : cases) {
    for (const auto& scaling : every_scaling()) {
      const Estimate out = scaling->probability(anywhere, at.f, at.y);
      const Calibration& kind = *scaling;
      CAPTURE(at.what, typeid(kind).name(), out.probability.positive().transpose());
      REQUIRE(out.probability.positive().size() == anywhere.size());
      CHECK(out.probability.positive().minCoeff() >= 0);
      CHECK(out.probability.positive().maxCoeff() <= 1);
      CHECK(out.probability.positive().allFinite());
    }
  }
}

TEST_CASE("sides without calibration points say one half", "[scaling][degenerate]") {
  const Vector f = values({-0.5, 0.5}), y = values({-1, 1});
  CHECK(ZeroOneScaling().probability(values({-2, 2, 1, -1}), f, y).probability.positive() ==
        values({0.5, 0.5, 1, 0}));
  CHECK(ClippedScaling().probability(values({-2, 2, 0}), f, y).probability.positive() ==
        values({0.5, 0.5, 0.5}));
}

TEST_CASE("where the shares beyond the margins are crossed, clipping leaves the lower one",
          "[scaling][degenerate]") {
  const Vector f = values({-2, -3, 2, 3}), y = values({1, 1, -1, -1});
  CHECK(ClippedScaling().probability(values({-9, 0, 9}), f, y).probability.positive() ==
        values({0.75, 0.75, 0.75}));
}

TEST_CASE("bins are open to the right but for the last, and values outside go to the ends",
          "[scaling][manufactured]") {
  BinnedScaling bins;
  bins.bins = 4;
  const Vector f = values({0, 1, 2, 4}), y = values({1, -1, 1, 1}); // bins of width 1: {0} {1} {2} {4}
  const Estimate out = bins.probability(values({-5, 0.99, 1, 2.5, 3, 4, 7}), f, y);
  CHECK(out.probability.positive().isApprox(values({2. / 3, 2. / 3, 1. / 3, 2. / 3, 2. / 3, 2. / 3, 2. / 3}),
                                            1e-15));
  CHECK(out.facts.at("empty_bins") == 0);
  CHECK(bins.probability(values({3}), values({0, 4}), values({1, -1})).facts.at("empty_bins") == 2);
}

TEST_CASE("bins of equal mass hold equally many points, and tied values together",
          "[scaling][manufactured]") {
  BinnedScaling bins;
  bins.edges = BinnedScaling::Edges::equal_mass;
  bins.bins = 2;
  const Vector f = values({0, 1, 2, 100}), y = values({-1, -1, 1, 1}); // parted at the median, 1.5
  const Estimate out = bins.probability(values({-5, 1.49, 1.5, 3, 200}), f, y);
  CHECK(out.probability.positive().isApprox(values({0.25, 0.25, 0.75, 0.75, 0.75}), 1e-15));
  CHECK(out.facts.at("empty_bins") == 0);
  // The median is the tied value: both of it are in the upper bin.
  const Estimate tied = bins.probability(values({0, 0.9, 1}), values({0, 1, 1}), values({-1, 1, 1}));
  CHECK(tied.probability.positive().isApprox(values({1. / 3, 1. / 3, 0.75}), 1e-15));
  // More bins than points: no edge parts equal values, and each point has its own.
  bins.bins = 7;
  const Estimate all = bins.probability(values({0, 0, 1}), values({0, 0, 1}), values({-1, 1, 1}));
  CHECK(all.probability.positive().isApprox(values({0.5, 0.5, 2. / 3}), 1e-15));
}

TEST_CASE("values of no spread are shifted to the share of correct ones", "[scaling][degenerate]") {
  const Vector f = values({0.4, 0.4, 0.4, 0.4}), y = values({1, 1, 1, -1});
  CHECK(BetaScaling().probability(values({0.4}), f, y).probability.positive()(0) == Approx(0.75));
  CHECK(SingleBetaScaling().probability(values({0.4}), f, y).probability.positive()(0) == Approx(0.75));
}

TEST_CASE("scalings ask for the unweighted classifier and only those that are fitted for its values",
          "[scaling]") {
  using OnSample = Calibration::OnSample;
  for (const auto& scaling : every_scaling()) {
    const auto reads = scaling->reads(50);
    CHECK(reads.weights == std::vector<double>{0.5});
    CHECK(reads.lambda_factor == 0.5);
  }
  CHECK(SoftmaxScaling().reads(50).on_sample == OnSample::none);
  CHECK(BinnedScaling().reads(50).on_sample == OnSample::held_out);
  CHECK(BinnedScaling().reads(50).folds == 5);
  CHECK(PlattCalibration().reads(50).on_sample == OnSample::training);
}
