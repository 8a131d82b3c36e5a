#include <cmath>
#include <set>
#include <string>
#include <type_traits>

#include "experiments/plan/cost.hpp"
#include "tests/conformance/relations.hpp"

using namespace experiments;

// What a row says of its work.
namespace {

template <class Row>
using BuildOf = decltype(Row::build);

/// A row of an entry and a builder, and nothing more.
template <class Row>
constexpr bool compiles_without_work = std::is_constructible_v<Row, core::Entry, BuildOf<Row>>;

template <class Row, class Counted>
constexpr bool compiles_with = std::is_constructible_v<Row, core::Entry, BuildOf<Row>, Counted>;

/// The methods that tell of no fit as it is done.
const std::set<std::string> silent{"solution_path",
                                   "sparse_logistic",
                                   "svm_decision",
                                   "c_learning",
                                   "hhsvm",
                                   "decision_comparison",
                                   "elastic_net_logistic",
                                   "c_learning_descent",
                                   "cumulative_logit",
                                   "baseline_logit"};

struct Told {
  double fits = 0, expected = 0;
};

/// The fits that a setting tells of on replicate 0, and those that its rows count.
Told told(const Setting& setting) {
  const auto axes = stream_axes(setting, 0);
  const core::Draw draw = build_source(setting)->draw(axes);
  const Size size{static_cast<double>(draw.train.size()), static_cast<double>(draw.test.size()),
                  static_cast<double>(draw.train.x.cols()), static_cast<double>(draw.train.classes)};
  core::DrawCache cache(draw, axes);
  Told out{0, work_of(setting, size).fits};
  cache.follow([&](std::int64_t fits) { out.fits += static_cast<double>(fits); });
  build_estimator(setting)->estimate(cache);
  return out;
}

} // namespace

TEST_CASE("work: a row of the catalogue that does not say what its work is does not compile",
          "[conformance]") {
  STATIC_REQUIRE_FALSE(compiles_without_work<MethodRow>);
  STATIC_REQUIRE_FALSE(compiles_without_work<ClassifierRow>);
  STATIC_REQUIRE_FALSE(compiles_without_work<CriterionRow>);
  STATIC_REQUIRE_FALSE(compiles_with<MethodRow, std::nullptr_t>);
  STATIC_REQUIRE(compiles_with<MethodRow, Work (*)(const Training&)>);
  STATIC_REQUIRE(compiles_with<ClassifierRow, Work (*)(const Training&)>);
  STATIC_REQUIRE(compiles_with<CriterionRow, Comparisons (*)(const core::Parameters&)>);
}

TEST_CASE("work: a method tells of as many fits as its row counts", "[conformance]") {
  std::size_t asked = 0;
  for (const char* data : {"wang2008/example1", "wu2010/example1"})
    for (const Setting& setting : conformance::settings_on(conformance::simulated(data), 30)) {
      CAPTURE(setting.method.id, setting.classifier.id, setting.tuning.id, data);
      const Told counted = told(setting);
      if (silent.contains(setting.method.id))
        CHECK(counted.fits == 0);
      else if (setting.tuning.id == "perturbation") // some at the lambda that is chosen are solved once more
        CHECK(std::abs(counted.fits - counted.expected) <= 0.004 * counted.expected);
      else
        CHECK(counted.fits == counted.expected);
      ++asked;
    }
  CHECK(asked > 100);
}
