#include "core/contract.hpp"
#include "core/probability/solution_path.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

namespace {

core::Estimate path(const core::Sample& train, double lambda, const core::Classifier& classifier = {}) {
  core::DrawCache cache({train, {}, train}, {1, "degenerate", 0});
  return core::SolutionPath(classifier, lambda).estimate(cache);
}

} // namespace

TEST_CASE("awkward samples: the path runs from 0 to 1, is certified, and gives probabilities",
          "[solution_path][degenerate]") {
  for (const std::string& way : tests::kAwkward) {
    for (const double lambda : {0.05, 1.0, 40.0}) {
      CAPTURE(way, lambda);
      const core::Estimate found = path(tests::awkward(way, 24, 2, 3), lambda);
      CHECK(found.summary.status == core::Status::ok);
      CHECK(found.summary.worst_relative_gap <= 1e-8);
      CHECK(found.summary.fits >= 20);
      const auto& pi = found.series.at("path.pi");
      CHECK(std::is_sorted(pi.begin(), pi.end()));
      CHECK(pi.front() == 0);
      CHECK(pi.back() == 1);
      for (const auto& [name, values] : found.series) CHECK(values.size() == pi.size());
      CHECK(found.probability.positive().minCoeff() >= 0);
      CHECK(found.probability.positive().maxCoeff() <= 1);
    }
  }
}

TEST_CASE("one class: the path is constant and the class certain", "[solution_path][degenerate]") {
  core::Sample train = tests::awkward("one class", 10, 2, 1);
  const core::Estimate positive = path(train, 1);
  CHECK(positive.probability.positive().minCoeff() == 1);
  CHECK(positive.facts.at("flat_until") == 1);
  CHECK(positive.series.at("path.beta_0") == std::vector<double>{1, 1});
  train.y *= -1;
  const core::Estimate negative = path(train, 1);
  CHECK(negative.probability.positive().maxCoeff() == 0);
  CHECK(negative.facts.at("flat_from") == 0);
  CHECK(negative.summary.status == core::Status::ok);
}

TEST_CASE("every observation twice at twice the lambda is the same path", "[solution_path][degenerate]") {
  const core::Sample once = tests::example1(40, 2);
  core::Sample twice{once.x.replicate(2, 1), once.y.replicate(2, 1), {}};
  const core::Estimate one = path(once, 1), two = path(twice, 2);
  CHECK((one.probability.positive() - two.probability.positive().head(40)).cwiseAbs().maxCoeff() <= 1e-9);
  CHECK(one.facts.at("flat_until") == Approx(two.facts.at("flat_until")));
  CHECK(one.facts.at("flat_from") == Approx(two.facts.at("flat_from")));
}

TEST_CASE("exchanged labels mirror the path: p becomes 1 - p, the flat ends change places",
          "[solution_path][degenerate]") {
  const core::Sample sample = tests::example1(60, 4);
  const core::Sample mirrored{sample.x, -sample.y, {}};
  const core::Estimate one = path(sample, 1), other = path(mirrored, 1);
  CHECK((one.probability.positive() + other.probability.positive() - core::Vector::Ones(60))
            .cwiseAbs()
            .maxCoeff() <= 1e-9);
  CHECK(one.facts.at("flat_until") == Approx(1 - other.facts.at("flat_from")));
}

TEST_CASE("a Gaussian kernel has a path of beta_0 alone; psi-learning has none and is refused",
          "[solution_path][degenerate]") {
  const core::Estimate found =
      path(tests::example1(30, 5), 1, {.kernel = {.shape = core::Kernel::Shape::gaussian}});
  CHECK(found.series.contains("path.beta_0"));
  CHECK_FALSE(found.series.contains("path.w_1"));
  CHECK_THROWS_AS(core::SolutionPath({.loss = core::Psi{}}, 1), core::UserError);
}
