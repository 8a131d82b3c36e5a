#include "core/probability/decision/reliability_parts.hpp"

#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/metric/error_costs.hpp"
#include "core/probability/draw_cache.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using namespace core;

namespace {

/// Says what it was told to say of each test point.
struct Told final : ProbabilityEstimator {
  Vector q;
  std::map<std::string, double> facts;
  explicit Told(Vector said, std::map<std::string, double> known = {})
      : q(std::move(said)), facts(std::move(known)) {}
  Estimate estimate(DrawCache&) const override {
    Estimate out;
    if (q.size() > 0)
      out.probability = Probabilities(q);
    else
      out.score = Vector::Ones(1);
    out.facts = facts;
    return out;
  }
};

/// A training part with this many positives of 100, and a test part with these labels.
DrawCache cache_of(Eigen::Index positives, const Labels& test) {
  Draw draw{{Matrix::Zero(100, 1), Labels::Constant(100, -1)}, {}, {Matrix::Zero(test.size(), 1), test}};
  draw.train.y.head(positives).setConstant(1);
  return {std::move(draw), {1, "made", 0}};
}

Estimate reliability_of(const Vector& q, const Labels& y, std::int64_t bins, std::optional<double> half_width,
                        const std::map<std::string, double>& facts = {}) {
  DrawCache cache = cache_of(20, y);
  return WithReliability(std::make_unique<Told>(q, facts), bins, half_width).estimate(cache);
}

} // namespace

TEST_CASE("reliability in parts: shares, means, errors and log-loss are those computed by hand",
          "[reliability][decision][manufactured]") {
  Vector q(8);
  q << 0.05, 0.05, 0.2, 0.2, 0.2, 0.2, 0.9, 0.9;
  Labels y(8);
  y << -1, -1, 1, -1, 1, -1, 1, 1;
  const Estimate estimate = reliability_of(q, y, 1, std::log(2.0)); // .2 / .8 times 1/2 and 2: 1/9 to 1/3
  const auto fact = [&](const std::string& name) { return estimate.facts.at(name); };
  CHECK(fact("below_percent") == Approx(25));
  CHECK(fact("inside_percent") == Approx(50));
  CHECK(fact("above_percent") == Approx(25));
  CHECK(fact("below_predicted_percent") == Approx(5));
  CHECK(fact("below_observed_percent") == 0);
  CHECK(fact("inside_predicted_percent") == Approx(20));
  CHECK(fact("inside_observed_percent") == Approx(50));
  CHECK(fact("inside_error_percent") == Approx(25));
  CHECK(fact("inside_miscalibration_percent") == Approx(30));
  CHECK(fact("inside_chance_percent") == Approx(100 * 0.797884560803 * std::sqrt(0.2 * 0.8 / 4)));
  CHECK(fact("inside_log_loss_x100") == Approx(100 * (-2 * std::log(0.2) - 2 * std::log(0.8)) / 4));
  CHECK(fact("above_observed_percent") == Approx(100));
  CHECK(fact("p_min_log_odds") == Approx(std::log(0.125)));
  const auto column = [&](const std::string& name) { return estimate.series.at(name); };
  CHECK(column("reliability.part") == std::vector<double>{-1, 0, 1});
  CHECK(column("reliability.count") == std::vector<double>{2, 4, 2});
  CHECK(column("reliability.empirical_log_odds")[0] == Approx(std::log(0.5 / 2.5)));
  CHECK(column("reliability.standard_error")[1] == Approx(0.25));
  CHECK(column("reliability_line.line") == std::vector<double>{0, 0, 1, 1, 2, 2, 3, 3});
  CHECK(column("reliability_line.empirical_log_odds")[4] == Approx(-std::sqrt(2 / 2.5)));
}

TEST_CASE("reliability in parts: the interval is the method's own unless a width is given",
          "[reliability][decision][manufactured]") {
  Vector q(3);
  q << 0.3, 0.6, 0.8;
  const Labels y = Labels::Ones(3);
  CHECK(reliability_of(q, y, 4, std::nullopt, {{"p_min", 0.5}, {"p_max", 0.7}}).facts.at("inside_percent") ==
        Approx(100 / 3.0));
  const Estimate whole = reliability_of(q, y, 4, std::nullopt);
  CHECK(whole.facts.at("inside_percent") == 100);
  CHECK_FALSE(whole.facts.contains("below_percent"));
  CHECK_FALSE(whole.facts.contains("p_min_log_odds"));
}

TEST_CASE("reliability in parts: every row is in one bin of its part, whatever the interval",
          "[reliability][decision][property]") {
  Stream stream("rows of parts");
  Vector q(500);
  for (double& p : q) p = stream.uniform() < 0.1 ? std::round(stream.uniform()) : stream.uniform();
  Labels y(500);
  for (double& label : y) label = stream.uniform() < 0.5 ? 1 : -1;
  for (const auto& [low, high] :
       {std::pair{0.0, 1.0}, {0.0, 0.4}, {0.3, 1.0}, {0.3, 0.3}, {0.001, 0.999}, {1e-9, 1e-6}, {0.9999, 1.0}})
    for (const std::int64_t bins : {1, 3, 10}) {
      CAPTURE(low, high, bins);
      const Estimate estimate = reliability_of(q, y, bins, std::nullopt, {{"p_min", low}, {"p_max", high}});
      const auto& count = estimate.series.at("reliability.count");
      CHECK(std::accumulate(count.begin(), count.end(), 0.0) == 500);
      for (std::size_t k = 0; k < count.size(); ++k) {
        const double from = estimate.series.at("reliability.from")[k],
                     to = estimate.series.at("reliability.to")[k],
                     part = estimate.series.at("reliability.part")[k];
        CHECK(from < to);
        CHECK((part < 0 ? to <= low : part > 0 ? from >= high : from >= low && to <= high));
      }
    }
}

TEST_CASE("reliability in parts: right probabilities are as far off as chance has them, wrong ones further",
          "[reliability][decision][manufactured]") {
  Stream stream("right and wrong");
  const Eigen::Index n = 40'000;
  Vector q(n), shifted(n);
  Labels y(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    q(i) = sigmoid(-1.4 + 1.5 * stream.normal());
    y(i) = stream.uniform() < q(i) ? 1 : -1;
    shifted(i) = sigmoid(FaithfulInterval::logit(q(i)) + 0.3);
  }
  const Estimate right = reliability_of(q, y, 10, 1), wrong = reliability_of(shifted, y, 10, 1);
  const double chance = right.facts.at("inside_chance_percent");
  CHECK(right.facts.at("inside_miscalibration_percent") < 2 * chance);
  CHECK(right.facts.at("inside_miscalibration_percent") > 0.3 * chance);
  CHECK(wrong.facts.at("inside_miscalibration_percent") > 4 * chance);
}

TEST_CASE("reliability in parts: a method that decides without a probability is refused",
          "[reliability][decision][degenerate]") {
  DrawCache cache = cache_of(20, Labels::Ones(1));
  const WithReliability none(std::make_unique<Told>(Vector()), 10, std::nullopt);
  CHECK_THROWS_AS(none.estimate(cache), UserError);
}
