#include <cmath>

#include "core/contract.hpp"
#include "core/tuning/criterion.hpp"
#include "tests/support/catch.hpp"

using core::CrossValidation;
using core::Vector;

namespace {

/// Decides by x at lambda below 1 and against it above, with a loss of its own that is chosen here: what a
/// search must find is known.
struct Toy final : core::Learner {
  double omega = 0.5;

  struct Trained final : core::Learned {
    const core::Draw& draw;
    double omega;
    Trained(const core::Draw& d, double o) : draw(d), omega(o) {}
    std::vector<core::Estimate> curve(const std::vector<double>& lambdas,
                                      const core::Points& points) override {
      std::vector<core::Estimate> out;
      for (const double lambda : lambdas) {
        core::Estimate& estimate = out.emplace_back();
        estimate.score = draw.train.x(*points.rows, 0) * (lambda <= 1 ? 1 : -1);
        estimate.facts["own"] = std::abs(lambda - 0.1) + std::abs(omega - 0.25);
      }
      return out;
    }
  };
  std::unique_ptr<core::Learned> learn(core::DrawCache& cache, const core::Resample&) const override {
    return std::make_unique<Trained>(cache.draw(), omega);
  }
  Offers offers() const override { return {true, true, true}; }
  std::unique_ptr<core::Learner> at_mixing(double at) const override {
    auto out = std::make_unique<Toy>();
    out->omega = at;
    return out;
  }
  double largest_lambda(core::DrawCache&, const core::Resample& resample) const override {
    return static_cast<double>(resample.y.size());
  }
  double loss(const core::Estimate& estimate, const core::Labels&) const override {
    return estimate.facts.at("own");
  }
};

/// Twelve points that x decides.
core::DrawCache small_cache() {
  core::Sample train{core::Matrix(12, 1), core::Labels(12)};
  for (Eigen::Index i = 0; i < 12; ++i) train.y(i) = train.x(i, 0) = i % 2 == 0 ? 1 : -1;
  return {{train, {}, train}, {1, "toy", 0}};
}

CrossValidation by_error(std::vector<double> lambdas) {
  CrossValidation out;
  out.lambdas = std::move(lambdas);
  out.of = CrossValidation::Of::error;
  out.assignment = core::FoldAssignment::stratified;
  return out;
}

} // namespace

TEST_CASE("of level errors the rule of ties decides: either end, or the smallest of the learner's own losses",
          "[criterion]") {
  auto draw = small_cache();
  CrossValidation by = by_error({10, 1, 0.01, 0.1});
  CHECK(by.choose(Toy{}, draw).lambda == 1);
  by.ties = CrossValidation::Ties::smaller_lambda;
  CHECK(by.choose(Toy{}, draw).lambda == 0.01);
  by.ties = CrossValidation::Ties::smallest_loss;
  CHECK(by.choose(Toy{}, draw).lambda == 0.1);
  CHECK(by.choose(Toy{}, draw).value == 0);
}

TEST_CASE("mixings are walked with lambda, and of those level in all else the first listed is taken",
          "[criterion]") {
  auto draw = small_cache();
  CrossValidation by = by_error({0.1, 1});
  by.omegas = {0.75, 0.25};
  CHECK(*by.choose(Toy{}, draw).omega == 0.75);
  by.ties = CrossValidation::Ties::smallest_loss;
  const core::Tuned found = by.choose(Toy{}, draw);
  CHECK(*found.omega == 0.25);
  CHECK(found.lambda == 0.1);
  CHECK(found.terms.at("omega") == std::vector<double>{0.75, 0.75, 0.25, 0.25});
  CHECK(found.lambdas == std::vector<double>{0.1, 1, 0.1, 1});
}

TEST_CASE("lambda as a fraction counts the largest lambda of the whole training sample, in every fold",
          "[criterion]") {
  auto draw = small_cache();
  CrossValidation by = by_error({0.01, 1});
  by.unit = CrossValidation::LambdaUnit::largest;
  const core::Tuned found = by.choose(Toy{}, draw);
  CHECK(found.lambdas == std::vector<double>{0.01 * 12, 12});
  CHECK(found.lambda == 0.01 * 12);
}

TEST_CASE("a learner that says what it is is trained once for log-loss and error, and each chooses as alone",
          "[criterion]") {
  struct Named final : core::Learner {
    std::string name;
    double shift;
    int* trained;
    Named(std::string what, double by, int* count) : name(std::move(what)), shift(by), trained(count) {}
    struct Trained final : core::Learned {
      const core::Draw& draw;
      double shift;
      Trained(const core::Draw& d, double by) : draw(d), shift(by) {}
      std::vector<core::Estimate> curve(const std::vector<double>& lambdas,
                                        const core::Points& points) override {
        std::vector<core::Estimate> out;
        for (const double lambda : lambdas) {
          const Vector p = 0.5 + 0.1 * lambda * draw.train.x(*points.rows, 0).array() * (lambda < 3 ? 1 : -1);
          out.emplace_back().probability = p.array() + shift;
        }
        return out;
      }
    };
    std::unique_ptr<core::Learned> learn(core::DrawCache& cache, const core::Resample&) const override {
      ++*trained;
      return std::make_unique<Trained>(cache.draw(), shift);
    }
    std::string text() const override { return name; }
  };
  int trained = 0;
  const Named one{"one", 0, &trained}, other{"other", 0.4, &trained};
  CrossValidation by = by_error({1, 2, 4});
  CrossValidation by_loss = by;
  by_loss.of = CrossValidation::Of::log_loss;
  auto shared = small_cache();
  std::vector<core::Tuned> together;
  for (const auto* learner : {&one, &other})
    for (const auto* criterion : {&by, &by_loss}) together.push_back(criterion->choose(*learner, shared));
  CHECK(trained == 2 * by.folds);
  std::size_t k = 0;
  for (const auto* learner : {&one, &other})
    for (const auto* criterion : {&by, &by_loss}) {
      auto alone = small_cache();
      const core::Tuned found = criterion->choose(*learner, alone);
      CHECK(found.lambda == together[k].lambda);
      CHECK(found.values == together[k].values);
      CHECK(found.summary.fits == together[k++].summary.fits);
    }
  CHECK(together[0].values != together[2].values);
  by.folds = 4;
  by.choose(one, shared);
  CHECK(trained == 2 * 5 + 4 * 5 + 4); // other folds are other samples
}

TEST_CASE("what a learner does not offer is refused before it is trained", "[criterion]") {
  struct Plain final : core::Learner {
    std::unique_ptr<core::Learned> learn(core::DrawCache&, const core::Resample&) const override {
      return nullptr;
    }
  };
  const auto refused = [](const CrossValidation& by) {
    CHECK_THROWS_AS(by.require_fits(Plain{}), core::UserError);
    CHECK_NOTHROW(by.require_fits(Toy{}));
  };
  CrossValidation by = by_error({1});
  CHECK_NOTHROW(by.require_fits(Plain{}));
  by.omegas = {0.5};
  refused(by);
  by = by_error({1});
  by.unit = CrossValidation::LambdaUnit::largest;
  refused(by);
  by = by_error({1});
  by.ties = CrossValidation::Ties::smallest_loss;
  refused(by);
}
