#include <algorithm>

#include "core/contract.hpp"
#include "core/loss/logistic.hpp"
#include "core/probability/draw_cache.hpp"
#include "experiments/plan/study.hpp"
#include "results/store/journal.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"

using conformance::every_setting;

namespace {

void check_estimate(const experiments::Setting& setting) {
  CAPTURE(canonical(setting));
  const core::Sample test = build_source(setting)->draw(stream_axes(setting, 0)).test;
  const core::Estimate& estimate = conformance::estimate_alone(setting);
  const core::Probabilities& p = estimate.probability;
  if (experiments::find(experiments::methods(), setting.method.id).entry.decides_only) {
    CHECK(p.empty());
    CHECK(estimate.score.size() == test.size());
    CHECK(estimate.score.allFinite());
  } else {
    CHECK(p.size() == test.size());
    CHECK(p.classes() == test.classes);
    CHECK(p.matrix().minCoeff() >= 0);
    CHECK((p.matrix().rowwise().sum().array() - 1).abs().maxCoeff() <= 1e-12);
  }
  if (p.log_odds().size() > 0)
    CHECK((p.log_odds().unaryExpr(&core::sigmoid) - p.positive()).cwiseAbs().maxCoeff() <= 1e-15);
  if (!setting.tuning.id.empty()) CHECK(estimate.summary.fits >= 1);
  // A likelihood without a penalty has no maximum where the classes are separable, and that is said.
  if (estimate.facts.contains("runs_away") && estimate.facts.at("runs_away") > 0) {
    CHECK(estimate.summary.status == core::Status::not_converged);
    return;
  }
  CHECK(estimate.summary.status == core::Status::ok);
  CHECK(estimate.summary.worst_relative_gap <= 1e-6);
}

} // namespace

TEST_CASE("every method, under every criterion, gives probabilities with a certificate",
          "[conformance][slow]") {
  for (const auto& setting : every_setting()) check_estimate(setting);
}

TEST_CASE("every method, under every criterion, gives them for a dozen observations of its first data set",
          "[conformance]") {
  const auto& data = experiments::catalogue().data;
  for (const auto& method : experiments::catalogue().methods) {
    const auto first = std::find_if(data.begin(), data.end(), [&](const auto& entry) {
      return !datasets::find(entry.id).needs_files && !conformance::is_refused_data(method, entry);
    });
    REQUIRE(first != data.end());
    for (const auto& setting : conformance::settings_on(*first, 12))
      if (setting.method.id == method.id) check_estimate(setting);
  }
}

TEST_CASE("a method refuses exactly the classifiers it cannot read, before it sees a sample",
          "[conformance]") {
  const auto& all = experiments::catalogue();
  for (const auto& method : all.methods) {
    for (const auto& classifier : all.classifiers) {
      CAPTURE(method.id, classifier.id);
      experiments::Setting setting{{}, conformance::chosen(classifier), conformance::chosen(method), {}, 11};
      if (method.takes_lambda) setting.tuning = conformance::chosen(all.criteria.front());
      if (conformance::is_refused(method, classifier))
        CHECK_THROWS_AS(build_estimator(setting), core::UserError);
      else
        CHECK_NOTHROW(build_estimator(setting));
    }
  }
}

TEST_CASE("a classifier of two classes meets several with the methods that ask it about two at a time",
          "[conformance]") {
  const auto& all = experiments::catalogue();
  const auto entry = [](const std::vector<core::Entry>& entries, const std::string& id) {
    return conformance::chosen(
        *std::find_if(entries.begin(), entries.end(), [&](const auto& one) { return one.id == id; }));
  };
  const auto data = entry(all.data, "wu2010/example1"), machine = entry(all.classifiers, "weighted_svm"),
             lambda = entry(all.criteria, "fixed");
  for (const char* method : {"one_vs_all", "baseline_learning"})
    CHECK_NOTHROW(experiments::require_classes({{data, machine, entry(all.methods, method), lambda, 11}}));
  CHECK_THROWS_WITH(
      experiments::require_classes({{data, machine, entry(all.methods, "bracket"), lambda, 11}}),
      Catch::Contains("bracket of name (it is made for two, and the data set has 3 classes"));
}

TEST_CASE("a cell gives the same bits on a fresh cache and on one its neighbours have used",
          "[conformance][reproducibility][slow]") {
  const auto settings = every_setting();
  for (std::size_t first = 0; first < settings.size();) {
    std::size_t last = first;
    const auto axes = stream_axes(settings[first], 0);
    while (last < settings.size() && stream_axes(settings[last], 0).data == axes.data) ++last;
    core::DrawCache shared(build_source(settings[first])->draw(axes), axes);
    for (std::size_t i = last; i-- > first;) {
      CAPTURE(canonical(settings[i]));
      const auto a = build_estimator(settings[i])->estimate(shared);
      const core::Estimate& b = conformance::estimate_alone(settings[i]);
      CHECK(a.probability.matrix() == b.probability.matrix());
      CHECK(a.score == b.score);
      CHECK(a.facts == b.facts);
      results::Record one, other;
      one.series = a.series, other.series = b.series;
      CHECK_FALSE(results::disagree(one, other));
      CHECK(a.summary.worst_relative_gap == b.summary.worst_relative_gap);
    }
    first = last;
  }
}

TEST_CASE("every data set draws equal bits from equal axes and other bits for another replicate",
          "[conformance]") {
  for (const auto& setting : every_setting()) {
    const auto source = build_source(setting);
    const auto draw = source->draw(stream_axes(setting, 0));
    CHECK(draw.train.x == source->draw(stream_axes(setting, 0)).train.x);
    CHECK_FALSE(draw.train.x == source->draw(stream_axes(setting, 1)).train.x);
    CHECK(draw.train.x.cols() == draw.test.x.cols());
    for (const core::Labels& y : {draw.train.y, draw.test.y})
      for (const double label : y)
        CHECK(label == core::label_of(core::class_of(label, draw.train.classes), draw.train.classes));
  }
}

TEST_CASE("every setting reads back from its canonical text, and no two share a key", "[conformance]") {
  std::map<std::string, std::string> texts;
  for (const auto& setting : every_setting()) {
    const auto text = canonical(setting);
    CHECK(canonical(experiments::parse_setting(text)) == text);
    CHECK(texts.emplace(key_of(setting), text).second);
  }
}
