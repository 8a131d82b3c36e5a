#include "core/probability/solution_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/libsvm_oracle.hpp"
#include "tests/support/margin_samples.hpp"

// LIBSVM, fit by fit, along the path. Its eps of 1e-6 leaves f accurate to some 1e-5.
namespace {

constexpr double closeness = 5e-5;

struct Case {
  std::string name;
  core::Sample train;
  core::Classifier classifier;
  double lambda;
};

std::vector<Case> cases() {
  const core::Classifier linear, gaussian{.kernel = {.shape = core::Kernel::Shape::gaussian}};
  return {{"example 1, lambda 1", tests::example1(100, 7), linear, 1},
          {"example 1, lambda .1", tests::example1(60, 8), linear, 0.1},
          {"example 2, lambda 3", tests::example2(60, 9), linear, 3},
          {"example 1, gaussian", tests::example1(60, 10), gaussian, 1}};
}

core::Estimate path_of(const Case& one, core::DrawCache& cache) {
  return core::SolutionPath(one.classifier, one.lambda).estimate(cache);
}

/// The column at a weight between two breakpoints.
double read(const core::Estimate& estimate, const std::string& column, double weight) {
  const auto &pi = estimate.series.at("path.pi"), &y = estimate.series.at("path." + column);
  std::size_t k = 0;
  while (pi[k + 1] < weight) ++k;
  return y[k] + (weight - pi[k]) / (pi[k + 1] - pi[k]) * (y[k + 1] - y[k]);
}

} // namespace

TEST_CASE("at every weight of a grid the path's coefficients are LIBSVM's", "[solution_path][oracle]") {
  for (const Case& one : cases()) {
    if (one.classifier.kernel.shape != core::Kernel::Shape::linear) continue;
    core::DrawCache cache({one.train, {}, one.train}, {1, one.name, 0});
    const core::Estimate path = path_of(one, cache);
    const core::Matrix gram = tests::linear_gram(one.train);
    for (int j = 1; j < 20; ++j) {
      const double pi = j / 20.0 + 0.0013; // off the weights that the summary looks at
      CAPTURE(one.name, pi);
      const tests::LibsvmFit svm = tests::fit_libsvm({gram, one.train.y, pi, one.lambda, 1e-6});
      const core::Vector theirs = svm.decision(gram, one.lambda);
      core::Vector ours = core::Vector::Constant(theirs.size(), read(path, "beta_0", pi));
      for (Eigen::Index k = 0; k < one.train.x.cols(); ++k)
        ours += read(path, "w_" + std::to_string(k + 1), pi) * one.train.x.col(k);
      CHECK((ours - theirs).cwiseAbs().maxCoeff() <= closeness);
    }
  }
}

TEST_CASE("just below p(x) LIBSVM's f(x) is positive, just above it negative, where signs are monotone",
          "[solution_path][oracle]") {
  for (const Case& one : cases()) {
    core::DrawCache cache({one.train, {}, one.train}, {1, one.name, 0});
    const core::Estimate path = path_of(one, cache);
    const core::Matrix& gram = cache.kernel(one.classifier.kernel).gram();
    int decided = 0;
    for (Eigen::Index i = 0; i < one.train.size(); i += 6) {
      const double p = path.probability.positive()(i), step = 0.1;
      CAPTURE(one.name, i, p);
      if (p - step < 0.01 || p + step > 0.99) continue;
      // As far from p(x) as this no point of these samples is non-monotone.
      const auto f = [&](double pi) {
        return tests::fit_libsvm({gram, one.train.y, pi, one.lambda, 1e-6}).decision(gram, one.lambda)(i);
      };
      CHECK(f(p - step) > 0);
      CHECK(f(p + step) < 0);
      ++decided;
    }
    CAPTURE(one.name);
    CHECK(decided >= 2);
  }
}

TEST_CASE("LIBSVM's f is flat where the path says so, and no longer just inside", "[solution_path][oracle]") {
  for (const Case& one : cases()) {
    core::DrawCache cache({one.train, {}, one.train}, {1, one.name, 0});
    const core::Estimate path = path_of(one, cache);
    const core::Matrix& gram = cache.kernel(one.classifier.kernel).gram();
    const auto distance = [&](double pi, double side) {
      const auto f = tests::fit_libsvm({gram, one.train.y, pi, one.lambda, 1e-6}).decision(gram, one.lambda);
      return (f.array() - side).abs().maxCoeff();
    };
    const double until = path.facts.at("flat_until"), from = path.facts.at("flat_from");
    CAPTURE(one.name, until, from);
    if (until > 0.02) CHECK(distance(until - 0.005, +1) <= closeness);
    CHECK(distance(until + 0.02, +1) > 2 * closeness);
    if (from < 0.98) CHECK(distance(from + 0.005, -1) <= closeness);
    CHECK(distance(from - 0.02, -1) > 2 * closeness);
  }
}
