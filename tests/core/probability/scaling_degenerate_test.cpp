#include <cmath>
#include <memory>

#include "core/probability/scaling/beta.hpp"
#include "core/probability/scaling/counts.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/probability/scaling/softmax.hpp"
#include "tests/support/catch.hpp"

using namespace core;

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
      CAPTURE(at.what, typeid(*scaling).name(), out.probability.positive().transpose());
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
