#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "core/settings/parameters.hpp"
#include "core/tuning/criterion.hpp"
#include "core/tuning/lambda_grid.hpp"
#include "core/tuning/perturbation_criterion.hpp"
#include "core/tuning/prior_step.hpp"
#include "core/tuning/threshold.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using Eigen::Index;

// What a choice is made from: which rows judge which fit, which of level candidates is taken, and under which
// names what was found is remembered.
namespace {

using Rows = std::vector<Index>;

/// Says of every point q = 1 / (1 + exp(-lambda (share - omega))), with the share of positives among its training rows,
/// and writes down which rows met.
struct Watched final : Learner {
  struct Meeting {
    Rows trained, judged;
  };
  std::vector<Meeting>* meetings = nullptr;
  double omega = 0.4;
  std::string name = "watched";

  struct Trained final : Learned {
    const Watched& learner;
    Rows rows;
    double share;
    Trained(const Watched& of, const Resample& on)
        : learner(of), rows(on.rows), share((on.y.array() > 0).cast<double>().mean()) {}
    std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
      if (learner.meetings != nullptr) learner.meetings->push_back({rows, *points.rows});
      std::vector<Estimate> out;
      for (const double lambda : lambdas) {
        const double q = 1 / (1 + std::exp(-lambda * (share - learner.omega)));
        out.push_back({Vector::Constant(static_cast<Index>(points.rows->size()), q), {}});
      }
      return out;
    }
  };

  std::unique_ptr<Learned> learn(DrawCache&, const Resample& resample) const override {
    return std::make_unique<Trained>(*this, resample);
  }
  std::string text() const override { return name; }
  Offers offers() const override { return {true, true, true, false}; }
  std::unique_ptr<Learner> at_mixing(double share) const override {
    auto out = std::make_unique<Watched>(*this);
    out->omega = share;
    out->name += " " + shortest(share);
    return out;
  }
  double largest_lambda(DrawCache&, const Resample&) const override { return 7; }
  double loss(const Estimate& estimate, const WeightedLabels&) const override {
    return -estimate.probability.positive().sum();
  }
};

/// 24 rows, every third positive.
DrawCache fresh() {
  Draw draw;
  draw.train = {Matrix::Ones(24, 1), Labels::Constant(24, -1), {}};
  for (Index i = 0; i < 24; i += 3) draw.train.y(i) = 1;
  return {std::move(draw), StreamAxes{3, "choices", 0}};
}

bool share_a_row(const Rows& one, const Rows& other) {
  return std::any_of(one.begin(), one.end(),
                     [&](Index i) { return std::find(other.begin(), other.end(), i) != other.end(); });
}

} // namespace

TEST_CASE("cross-validation judges every row once, by a fit on all rows of the other folds",
          "[tuning][choices]") {
  for (const FoldAssignment assignment : {FoldAssignment::at_random, FoldAssignment::stratified}) {
    std::vector<Watched::Meeting> met;
    Watched learner;
    learner.meetings = &met;
    CrossValidation by;
    by.lambdas = {1, 2};
    by.assignment = assignment;
    auto cache = fresh();
    by.choose(learner, cache);
    REQUIRE(met.size() == 5);
    std::map<Index, int> judged;
    for (const auto& [trained, held_out] : met) {
      CHECK_FALSE(share_a_row(trained, held_out));
      CHECK(trained.size() + held_out.size() == 24);
      for (const Index i : held_out) ++judged[i];
    }
    CHECK(judged.size() == 24);
    for (const auto& [row, times] : judged) CHECK(times == 1);
  }
}

TEST_CASE("two cross-validations of one learner on one cache choose what each chooses alone",
          "[tuning][choices]") {
  CrossValidation plain;
  plain.lambdas = {1, 2, 4};
  std::vector<CrossValidation> others(6, plain);
  others[0].unit = CrossValidation::LambdaUnit::largest;
  others[1].assignment = FoldAssignment::stratified;
  others[2].ties = CrossValidation::Ties::smallest_loss;
  others[3].omegas = {0.1, 0.6};
  others[4].folds = 4;
  others[5].lambdas = {1, 2, 5};
  for (std::size_t k = 0; k < others.size(); ++k) {
    CAPTURE(k);
    auto shared = fresh(), alone = fresh();
    plain.of = others[k].of = k == 2 ? CrossValidation::Of::error : CrossValidation::Of::log_loss;
    const Tuned before = plain.choose(Watched(), shared);
    const Tuned together = others[k].choose(Watched(), shared), known = others[k].choose(Watched(), alone);
    CHECK(together.lambdas == known.lambdas);
    CHECK(together.values == known.values);
    CHECK(together.lambda == known.lambda);
    CHECK(together.omega == known.omega);
    // They differ in something, or one of them could stand for the other.
    CHECK((before.values != known.values || before.lambda != known.lambda));
  }
  // Of other mixings as many.
  auto shared = fresh(), alone = fresh();
  CrossValidation one = others[3], other = others[3];
  other.omegas = {0.2, 0.5};
  one.choose(Watched(), shared);
  CHECK(other.choose(Watched(), shared).values == other.choose(Watched(), alone).values);
}

namespace {

/// A rule that errs on every negative row, whatever lambda and bandwidth.
struct Stubborn final : Learner {
  struct Trained final : Learned {
    std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
      return std::vector<Estimate>(
          lambdas.size(), Estimate{Vector::Constant(static_cast<Index>(points.rows->size()), 0.9), {}});
    }
  };
  std::unique_ptr<Learned> learn(DrawCache&, const Resample&) const override {
    return std::make_unique<Trained>();
  }
  Rule rule(const std::optional<double>&) const override {
    return {"stubborn", std::make_unique<Stubborn>(), true};
  }
};

DrawCache fold_of(const std::shared_ptr<const Sample>& whole, const StreamAxes& axes) {
  Draw draw;
  draw.train = *whole;
  draw.whole = whole;
  return {std::move(draw), axes};
}

PriorStep step_of(CrossValidation::Ties ties) {
  PriorStep step;
  step.validation.lambdas = {1, 0.1, 10};
  step.validation.of = CrossValidation::Of::error;
  step.validation.ties = ties;
  step.sigmas = {1, 3, 0.3};
  return step;
}

} // namespace

TEST_CASE("a prior step whose candidates all err alike takes the lambda asked for, and the largest sigma",
          "[tuning][choices][degenerate]") {
  const auto whole = std::make_shared<const Sample>(fresh().draw().train);
  using Ties = CrossValidation::Ties;
  for (const auto& [ties, lambda] : {std::pair{Ties::smaller_lambda, 0.1}, {Ties::larger_lambda, 10.0}}) {
    auto cache = fold_of(whole, {1, "ties", 0});
    const Tuned tuned = step_of(ties).choose(Stubborn(), cache);
    REQUIRE(tuned.values == std::vector<double>(9, 2.0 / 3));
    CHECK(tuned.lambda == lambda);
    CHECK(tuned.sigma == 3);
  }
}

namespace {

/// A rule that is better everywhere but at one lambda, which depends on its bandwidth.
struct WorseSomewhere final : Learner {
  std::map<double, double> worse_at; ///< by bandwidth
  double lambda = 0;
  struct Trained final : Learned {
    double worse;
    explicit Trained(double at) : worse(at) {}
    std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
      std::vector<Estimate> out;
      for (const double one : lambdas)
        out.push_back(
            {Vector::Constant(static_cast<Index>(points.rows->size()), one == worse ? 0.9 : 0.1), {}});
      return out;
    }
  };
  std::unique_ptr<Learned> learn(DrawCache&, const Resample&) const override {
    return std::make_unique<Trained>(lambda);
  }
  Rule rule(const std::optional<double>& sigma) const override {
    auto out = std::make_unique<WorseSomewhere>(*this);
    if (sigma) out->lambda = worse_at.at(*sigma);
    return {"worse somewhere", std::move(out), true};
  }
};

} // namespace

TEST_CASE("of bandwidths whose best errors are level a prior step takes the one with the lambda asked for",
          "[tuning][choices][degenerate]") {
  const auto whole = std::make_shared<const Sample>(fresh().draw().train);
  using Ties = CrossValidation::Ties;
  WorseSomewhere learner;
  // The largest sigma cannot have the lambda that is asked for; sigma 1 can.
  for (const auto& [ties, lambda] : {std::pair{Ties::smaller_lambda, 0.1}, {Ties::larger_lambda, 10.0}}) {
    learner.worse_at = {{3, lambda}, {1, 1}, {0.3, lambda}};
    auto cache = fold_of(whole, {1, "levels", 0});
    const Tuned tuned = step_of(ties).choose(learner, cache);
    CHECK(tuned.lambda == lambda);
    CHECK(tuned.sigma == 1);
  }
}

TEST_CASE("a prior step remembers under a name of its own whatever could give another answer",
          "[tuning][choices]") {
  const auto whole = std::make_shared<const Sample>(fresh().draw().train);
  std::set<std::string> names;
  std::size_t asked = 0;
  const auto ask = [&](PriorStep step, const StreamAxes& axes) {
    step.once = [&](const std::string& name, const std::function<Tuned()>& find) {
      names.insert(name);
      return find();
    };
    auto cache = fold_of(whole, axes);
    step.choose(Stubborn(), cache);
    return names.size() == ++asked;
  };
  const PriorStep plain = step_of(CrossValidation::Ties::smaller_lambda);
  const StreamAxes axes{1, "names", 0};
  CHECK(ask(plain, axes));
  CHECK(ask(plain, {2, "names", 0}));
  CHECK(ask(plain, {1, "other names", 0}));
  CHECK(ask(step_of(CrossValidation::Ties::larger_lambda), axes));
  PriorStep other = plain;
  other.validation.folds = 4;
  CHECK(ask(other, axes));
  other = plain;
  other.sample_size = 12;
  CHECK(ask(other, axes));
  other = plain;
  other.validation.lambdas = {1, 0.1, 9};
  CHECK(ask(other, axes));
  other = plain;
  other.linear_lambdas = {1};
  CHECK(ask(other, axes));
  other = plain;
  other.sigmas = {1, 3};
  CHECK(ask(other, axes));
  // Another fold of the cross-validation asks the same.
  --asked;
  CHECK(ask(plain, {1, "names", 1}));
}

TEST_CASE("a prior step that looks at some rows takes the classes in proportion", "[tuning][choices]") {
  const auto whole = std::make_shared<const Sample>(fresh().draw().train);
  PriorStep step = step_of(CrossValidation::Ties::smaller_lambda);
  step.sample_size = 12; // 4 positives and 8 negatives, which are the errors
  auto cache = fold_of(whole, {1, "proportion", 0});
  for (const double value : step.choose(Stubborn(), cache).values) CHECK(value == Approx(8.0 / 12));
}

namespace {

/// Says the same of every point at every bandwidth.
struct SameAtAnySigma final : Learner {
  struct Trained final : Learned {
    std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points&) override {
      std::vector<Estimate> out;
      for (const double lambda : lambdas) out.push_back({Vector::Constant(24, 1 / (1 + lambda)), {}});
      return out;
    }
  };
  std::unique_ptr<Learned> learn(DrawCache&, const Resample&) const override {
    return std::make_unique<Trained>();
  }
  std::unique_ptr<Learner> at_bandwidth(double) const override { return std::make_unique<SameAtAnySigma>(); }
};

} // namespace

TEST_CASE("of bandwidths that are level on the tuning sample the first is taken",
          "[tuning][choices][degenerate]") {
  Draw draw = fresh().draw();
  draw.tune = draw.train;
  DrawCache cache(draw, StreamAxes{});
  TuningSet by;
  by.lambdas = {1, 2};
  by.sigmas = {2, 1, 4};
  CHECK(by.choose(SameAtAnySigma(), cache).sigma == 2);
}

namespace {

/// Says `initial` at lambda = 1, and elsewhere what the share of positives in its training sample makes of it.
struct SureAtOne final : Learner {
  double initial;
  explicit SureAtOne(double at_one) : initial(at_one) {}
  struct Trained final : Learned {
    double initial, share;
    Trained(double at_one, const Labels& y) : initial(at_one), share((y.array() > 0).cast<double>().mean()) {}
    std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points&) override {
      std::vector<Estimate> out;
      for (const double lambda : lambdas)
        out.push_back({Vector::Constant(24, lambda == 1 ? initial : 0.2 + 0.5 * share), {}});
      return out;
    }
  };
  std::unique_ptr<Learned> learn(DrawCache&, const Resample& resample) const override {
    return std::make_unique<Trained>(initial, resample.y);
  }
};

} // namespace

TEST_CASE("data perturbation draws labels by initial probabilities of .025 to .975, and of no rarer classes",
          "[tuning][perturbation][choices]") {
  Perturbation by;
  by.lambdas = {0.5, 2};
  const auto values = [&](double initial) {
    auto cache = fresh();
    return by.choose(SureAtOne(initial), cache).values;
  };
  CHECK(values(1e-30) == values(0.025));
  CHECK(values(1 - 1e-12) == values(0.975));
  CHECK(values(0.025) != values(0.975));
}

TEST_CASE("a perturbed label is drawn by the probability of the row that the perturbed sample has there",
          "[perturbation][choices]") {
  const Index n = 200;
  Vector p0(n);
  for (Index i = 0; i < n; ++i) p0(i) = static_cast<double>(i % 2);
  Stream stream("labels of rows");
  const PerturbedSamples drawn = perturb(p0, p0, {2, 0.99, PerturbedInputs::resampled}, stream);
  int others = 0, moved = 0;
  for (std::size_t l = 0; l < 2; ++l)
    for (const Vector& labels : drawn.labels[l])
      for (Index i = 0; i < n; ++i) {
        const Index row = drawn.rows[l][static_cast<std::size_t>(i)];
        moved += p0(row) != p0(i) ? 1 : 0;
        others += labels(i) != p0(row) ? 1 : 0;
      }
  CHECK(moved > 300);
  CHECK(others < 30); // of 800, one in a hundred keeps its label
}

TEST_CASE(
    "a threshold of a grid is the anchor where that costs no more, else the nearest, below before above",
    "[threshold][choices][degenerate]") {
  // One score far below, one far above: all places of the grid cost the same.
  const Labels y = (Labels(2) << -1, 1).finished();
  const ErrorCosts costs(y);
  CHECK(best_threshold((Vector(2) << -9, 9).finished(), y, costs, ThresholdGrid{0.5, 0.25, 3}).value == 0.5);
  // A positive just below the anchor and a negative just above: on either side of both one is wrong, between them two.
  const Vector turned = (Vector(2) << 0.6, 0.4).finished();
  CHECK(at_threshold(turned, y, costs, 0.25).loss == at_threshold(turned, y, costs, 0.75).loss);
  CHECK(at_threshold(turned, y, costs, 0.5).loss > at_threshold(turned, y, costs, 0.75).loss);
  CHECK(best_threshold(turned, y, costs, ThresholdGrid{0.5, 0.25, 3}).value == 0.25);
}

TEST_CASE("a grid of half a decade with two values to the decade is its two ends",
          "[tuning][choices][degenerate]") {
  // The logarithm of the ratio is a rounding above a half.
  CHECK(lambda_grid({1, 3.1622776601683795, 2, Spacing::log}) == std::vector<double>{1, 3.1622776601683795});
  CHECK(lambda_grid({1, 3.17, 2, Spacing::log}).size() == 3);
  CHECK(lambda_grid({1, 10, 2, Spacing::log}).size() == 3);
  CHECK(lambda_grid({1, 10.005, 2, Spacing::log}).size() == 4); // a little more than a decade is no whole one
}
