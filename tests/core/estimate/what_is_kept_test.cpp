#include <cmath>
#include <set>

#include "core/estimate/draw_cache.hpp"
#include "core/estimate/estimate.hpp"
#include "core/estimate/weighted_fits.hpp"
#include "core/loss/truncated_logistic.hpp"
#include "core/probability/scaling/counts.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using Eigen::Index;

// What is kept of many fits, and under which name it is found again.

TEST_CASE("a summary keeps the worst gap and every failure, whatever comes after", "[summary]") {
  FitSummary all;
  all.see(0.3, Status::ok);
  all.see(0.1, Status::not_converged);
  all.see(0.2, Status::ok);
  CHECK(all.worst_relative_gap == 0.3);
  CHECK(all.fits == 3);
  CHECK(all.status == Status::not_converged);
  FitSummary good;
  good.see(0.01, Status::ok);
  good.dc_steps = 4;
  FitSummary together = good;
  together.see(all);
  together.see(good);
  CHECK(together.worst_relative_gap == 0.3);
  CHECK(together.fits == 5);
  CHECK(together.dc_steps == 8);
  CHECK(together.status == Status::not_converged);
}

TEST_CASE("two kernel choices share their words only where they are equal", "[kernel]") {
  using Unit = KernelChoice::SigmaUnit;
  std::set<std::string> words;
  std::size_t choices = 0;
  for (const Unit unit :
       {Unit::median, Unit::absolute, Unit::sampled_median, Unit::mean, Unit::median_with_labels})
    for (const double sigma : {1.0, 2.0})
      for (const Kernel::Width width :
           {Kernel::Width::inside, Kernel::Width::twice, Kernel::Width::outside}) {
        words.insert(KernelChoice{Kernel::Shape::gaussian, unit, sigma, width}.text());
        ++choices;
      }
  words.insert(KernelChoice{}.text());
  CHECK(words.size() == choices + 1);
}

TEST_CASE("decision values are found again under their name, weights and lambdas alone",
          "[kernel][probability]") {
  const Draw draw{tests::example1(10, 1), {}, {}};
  KernelCache cache(KernelChoice{}, draw);
  int computed = 0;
  const auto ask = [&](const std::string& name, const FitGrid& grid) {
    cache.remembered(name, grid, [&] {
      ++computed;
      return DecisionGrid{};
    });
    return computed;
  };
  CHECK(ask("one", {{0.5}, {1, 2}}) == 1);
  CHECK(ask("one", {{0.5}, {1, 2}}) == 1);
  CHECK(ask("one", {{0.5}, {1, 3}}) == 2);
  CHECK(ask("one", {{0.4}, {1, 2}}) == 3);
  CHECK(ask("other", {{0.5}, {1, 2}}) == 4);
}

TEST_CASE("what is read off a path is not converged where its gap is above that of a grid",
          "[fits][degenerate]") {
  // A column of 1000: at a small lambda no digits are left.
  Sample sample{Matrix::Constant(8, 1, 1000), Labels(8), {}};
  sample.y << 1, -1, -1, 1, -1, -1, -1, 1;
  sample.x(0, 0) = 1001;
  const Matrix gram = Kernel{Kernel::Shape::linear, 1}.gram(sample.x);
  const Resample all{tests::all_rows(8), sample.y};
  const FitGrid grid{{0.5}, {1e3, 1e-3, 1e-9, 1e-12}};
  const DecisionGrid read = weighted_fits(gram, all, Hinge{})->on_train(grid);
  int failed = 0;
  for (const FitSummary& one : read.summaries) {
    const bool proven = one.worst_relative_gap <= WeightedFits::grid_gap;
    CHECK((one.status == Status::ok) == proven);
    failed += proven ? 0 : 1;
  }
  CHECK(failed > 0);
  CHECK(failed < 4);
}

TEST_CASE("a decision value of exactly 1 or -1 lies on its margin, not beyond", "[scaling][degenerate]") {
  // Beyond the margins are three rows, all positive above and all negative below; those on the margins disagree.
  ZeroOneScaling scaling;
  scaling.reading = ZeroOneScaling::Reading::displayed;
  const Vector f = (Vector(8) << 2, 3, 1, 1, -1, -1, -2, -3).finished();
  const Labels y = (Labels(8) << 1, 1, -1, -1, 1, 1, -1, -1).finished();
  const Matrix at = (Matrix(5, 1) << 1, -1, 0, 2, -2).finished();
  const Estimate estimate = scaling.probability(at, f, y);
  CHECK(estimate.probability.positive()(0) == 1);
  CHECK(estimate.probability.positive()(1) == 0);
  CHECK(estimate.probability.positive()(2) == 0.5);
  CountedShare three;
  for (int i = 0; i < 2; ++i) three.see(1, 1);
  CHECK(estimate.facts.at("share_above") == three.value());
  CHECK(estimate.probability.positive()(3) == three.value());
  CHECK(estimate.probability.positive()(4) == Approx(1 - three.value()));
}

TEST_CASE("an interval of probabilities holds both of its ends", "[decision][degenerate]") {
  const FaithfulInterval interval{0.2, 0.7};
  CHECK(interval.holds(0.2));
  CHECK(interval.holds(0.7));
  CHECK_FALSE(interval.holds(std::nextafter(0.2, 0)));
  CHECK_FALSE(interval.holds(std::nextafter(0.7, 1)));
}
