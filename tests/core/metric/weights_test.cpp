#include <cmath>

#include "core/contract.hpp"
#include "core/metric/calibration_scores.hpp"
#include "core/metric/class_calibration_scores.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/recalibration.hpp"
#include "core/metric/reliability.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using core::Vector;
using core::WeightedLabels;

namespace {

/// Probabilities on a grid with labels and weights, and the same as copies.
struct Counted {
  Vector q, y, w, copied_q, copied_y;
};

Counted counted(int n) {
  core::Stream stream("weights of metrics");
  Counted out{Vector(n), Vector(n), Vector(n), {}, {}};
  std::vector<double> q, y;
  for (int i = 0; i < n; ++i) {
    out.q(i) = (1 + std::floor(18 * stream.uniform())) / 20;
    out.y(i) = stream.uniform() < out.q(i) * out.q(i) ? 1 : -1;
    out.w(i) = 1 + std::floor(3 * stream.uniform());
    for (int k = 0; k < out.w(i); ++k) q.push_back(out.q(i)), y.push_back(out.y(i));
  }
  out.copied_q = Vector::Map(q.data(), static_cast<Eigen::Index>(q.size()));
  out.copied_y = Vector::Map(y.data(), static_cast<Eigen::Index>(y.size()));
  return out;
}

Vector log_odds_of(const Vector& q) {
  return q.unaryExpr([](double p) { return std::log(p / (1 - p)); });
}

} // namespace

TEST_CASE("weights: every metric of a fit is that of so many copies", "[metric][weights][manufactured]") {
  const Counted data = counted(90);
  const WeightedLabels once(data.y, data.w), copied(data.copied_y);
  using Metric = double (*)(const Vector&, const WeightedLabels&);
  const Metric metrics[] = {core::auc,
                            core::ece_equal_width,
                            core::ece_equal_mass,
                            core::squared_ece_debiased,
                            core::spiegelhalter_z,
                            core::spiegelhalter_p};
  for (const Metric metric : metrics)
    CHECK(metric(data.q, once) == Approx(metric(data.copied_q, copied)).epsilon(1e-12));
  const auto a = core::brier_parts(data.q, once), b = core::brier_parts(data.copied_q, copied);
  CHECK(a.miscalibration == Approx(b.miscalibration).epsilon(1e-12));
  CHECK(a.discrimination == Approx(b.discrimination).epsilon(1e-12));
  CHECK(a.uncertainty == Approx(b.uncertainty).epsilon(1e-12));
  const auto line = core::logistic_recalibration(log_odds_of(data.q), once),
             other = core::logistic_recalibration(log_odds_of(data.copied_q), copied);
  CHECK(line.slope == Approx(other.slope).epsilon(1e-8));
  CHECK(line.intercept == Approx(other.intercept).epsilon(1e-8));
  CHECK(core::calibration_in_the_large(log_odds_of(data.q), once) ==
        Approx(core::calibration_in_the_large(log_odds_of(data.copied_q), copied)).epsilon(1e-10));
  const core::Sample weighted{{}, data.y, {}, 2, data.w}, whole{{}, data.copied_y, {}, 2};
  CHECK(core::cre(data.q, weighted) == Approx(core::cre(data.copied_q, whole)).epsilon(1e-12));
  CHECK(core::mse(data.q, weighted) == Approx(core::mse(data.copied_q, whole)).epsilon(1e-12));
  CHECK(core::test_error(core::Probabilities(data.q), weighted) ==
        Approx(core::test_error(core::Probabilities(data.copied_q), whole)).epsilon(1e-12));
  CHECK(core::confidence_error(data.q, weighted, core::ece_equal_mass) ==
        Approx(core::confidence_error(data.copied_q, whole, core::ece_equal_mass)).epsilon(1e-12));
  const auto bins = core::reliability(data.q, once), same = core::reliability(data.copied_q, copied);
  for (std::size_t k = 0; k < bins.size(); ++k) {
    CHECK(bins[k].weight == static_cast<double>(same[k].count));
    CHECK(bins[k].low == Approx(same[k].low).epsilon(1e-12));
    if (bins[k].count > 0) CHECK(bins[k].share_of_positives == Approx(same[k].share_of_positives));
  }
}

TEST_CASE("weights: weights that are not whole have no debiased square, and bins of equal weight",
          "[metric][weights][degenerate]") {
  const Counted data = counted(90);
  const Vector half = data.w / 7;
  CHECK(std::isnan(core::squared_ece_debiased(data.q, {data.y, half})));
  const double error = core::ece_equal_mass(data.q, {data.y, half});
  CHECK(error == Approx(core::ece_equal_mass(data.q, {data.y, half / 3})).epsilon(1e-12));
  CHECK(error == Approx(core::ece_equal_mass(data.q, {data.y, data.w})).margin(0.02));
}
