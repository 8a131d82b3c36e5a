#include <algorithm>
#include <cmath>
#include <set>

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/loss/logistic.hpp"
#include "experiments/plan/study.hpp"
#include "experiments/yaml/values.hpp"
#include "experiments/yaml/yaml.hpp"
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
  if (!setting.tuning.id.empty() && setting.classifier.id != "given_scores")
    CHECK(estimate.summary.fits >= 1);
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
    if (conformance::is_of_studies(method)) continue;
    const auto first = std::find_if(data.begin(), data.end(), [&](const auto& entry) {
      return !experiments::find(experiments::data_sets(), entry.id).needs_files &&
             !conformance::is_refused_data(method, entry);
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
  const std::vector<std::string> names{"1", "2", "3"};
  for (const char* method : {"one_vs_all", "baseline_learning"})
    CHECK_NOTHROW(
        experiments::require_classes({{data, machine, entry(all.methods, method), lambda, 11}}, names));
  CHECK_THROWS_WITH(
      experiments::require_classes({{data, machine, entry(all.methods, "bracket"), lambda, 11}}, names),
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

// Whatever is listed is tested because it is listed.
namespace {

std::vector<core::Entry> everything() {
  const auto& all = experiments::catalogue();
  std::vector<core::Entry> out;
  for (const auto* kind : {&all.data, &all.classifiers, &all.methods, &all.criteria}) {
    out.insert(out.end(), kind->begin(), kind->end());
  }
  return out;
}

/// Whether a config may say this, in the words of YAML.
bool is_read(const core::ParameterSpec& spec, const std::string& text) {
  experiments::Problems problems;
  const int source = problems.add_source({text, experiments::SourceText::Origin::argument});
  const auto node = experiments::parse_yaml(text, source, problems);
  const auto value = experiments::read_value(*node, spec, problems);
  CHECK(value.has_value() == problems.none());
  if (value) CHECK(core::accepts(spec, *value));
  return value.has_value();
}

/// A number of the parameter's kind, as a config has it.
std::string number(const core::ParameterSpec& spec, double value) {
  const bool whole = spec.kind == core::Kind::integer;
  return whole ? std::to_string(static_cast<std::int64_t>(value)) : core::shortest(value);
}

} // namespace

TEST_CASE("every listed thing has an id, a label, a meaning and parameters with meanings", "[conformance]") {
  for (const auto& entry : everything()) {
    CAPTURE(entry.id);
    CHECK_FALSE(entry.id.empty());
    CHECK_FALSE(entry.label.empty());
    CHECK_FALSE(entry.meaning.empty());
    CHECK(entry.revision >= 1);
    for (const auto& spec : entry.parameters) {
      CAPTURE(spec.key);
      CHECK_FALSE(spec.meaning.empty());
    }
  }
}

TEST_CASE("every parameter accepts its default and what its description names, and refuses all else",
          "[conformance]") {
  for (const auto& entry : everything()) {
    for (const auto& spec : entry.parameters) {
      CAPTURE(entry.id, spec.key);
      const std::string example = core::canonical(conformance::example(spec));
      CHECK(core::accepts(spec, conformance::example(spec)));
      if (spec.written != core::ParameterSpec::Written::plain) {
        const bool is_list = spec.written == core::ParameterSpec::Written::list;
        CHECK(is_read(spec, "[a word, 2]") == is_list);
        CHECK(is_read(spec, "{a: word, b: [2, true, 0.5]}") != is_list);
        for (const char* other : {"{a: }", "{a: {b: yes}}", "word", "[[1]]", "[{a: 1}]", "\"{}\""})
          CHECK_FALSE(is_read(spec, other));
        continue;
      }
      if (example != "[]") CHECK(is_read(spec, example)); // a config leaves the key out instead
      CHECK_FALSE(is_read(spec, spec.kind == core::Kind::text ? "[word]" : "word"));
      if (spec.kind == core::Kind::text) {
        for (const std::string& word : spec.words) CHECK(is_read(spec, word));
        CHECK(is_read(spec, "quixotic") == spec.words.empty()); // close to no listed word
        continue;
      }
      REQUIRE((std::isfinite(spec.least) && std::isfinite(spec.most)));
      CHECK(is_read(spec, number(spec, spec.least)));
      CHECK(is_read(spec, number(spec, spec.most)));
      CHECK_FALSE(is_read(spec, number(spec, spec.least - 1)));
      CHECK_FALSE(is_read(spec, number(spec, spec.most + std::abs(spec.most) + 1)));
    }
  }
}

TEST_CASE("ids are unique in each catalogue", "[conformance]") {
  const auto& all = experiments::catalogue();
  for (const auto* kind : {&all.data, &all.classifiers, &all.methods, &all.criteria}) {
    for (std::size_t i = 0; i < kind->size(); ++i) {
      for (std::size_t j = i + 1; j < kind->size(); ++j) CHECK((*kind)[i].id != (*kind)[j].id);
    }
  }
}

namespace {

/// Facts that count or describe the test points themselves.
const std::set<std::string>& facts_of_test_points() {
  static const std::set<std::string> names{"nonmonotone", "nowhere", "coupling_gap", "venn_abers_width"};
  return names;
}

void check_facts(const core::Estimate& a, const core::Estimate& b) {
  for (const auto& [name, value] : a.facts) {
    CAPTURE(name);
    REQUIRE(b.facts.contains(name));
    if (!facts_of_test_points().contains(name)) CHECK(b.facts.at(name) == value);
  }
}

} // namespace

TEST_CASE(
    "nothing is learnt or tuned from the test part: other test labels and, of half of the points, other "
    "inputs, the "
    "same estimates at the other half",
    "[conformance][slow]") {
  for (const auto& setting : conformance::every_setting()) {
    CAPTURE(canonical(setting));
    const auto axes = stream_axes(setting, 0);
    core::Draw other = build_source(setting)->draw(axes);
    other.test.y *= -1;
    const Eigen::Index half = other.test.size() / 2;
    // A criterion that looks at the test part by its name is told of no other inputs.
    const bool looks = setting.tuning.id == "oracle";
    if (!looks)
      other.test.x.bottomRows(half) = (2 - 3 * other.test.x.bottomRows(half).array()).matrix().eval();
    core::DrawCache changed(other, axes);
    const auto& a = conformance::estimate_alone(setting);
    const auto b = build_estimator(setting)->estimate(changed);
    const Eigen::Index kept = other.test.size() - (looks ? 0 : half);
    CHECK(a.probability.matrix().topRows(std::min(kept, a.probability.size())) ==
          b.probability.matrix().topRows(std::min(kept, b.probability.size())));
    CHECK(a.score.head(std::min(kept, a.score.size())) == b.score.head(std::min(kept, b.score.size())));
    if (looks)
      CHECK(a.facts == b.facts);
    else
      check_facts(a, b);
  }
}

TEST_CASE("the settings under test hold every method, classifier, criterion and simulated data set",
          "[conformance]") {
  const auto& all = experiments::catalogue();
  std::set<std::string> data, classifiers, methods, criteria;
  for (const auto& entry : all.data) {
    if (experiments::find(experiments::data_sets(), entry.id).needs_files) continue;
    for (const auto& setting : conformance::settings_on(entry, 30)) {
      data.insert(setting.data.id);
      classifiers.insert(setting.classifier.id);
      methods.insert(setting.method.id);
      criteria.insert(setting.tuning.id);
    }
    CHECK(data.contains(entry.id));
  }
  for (const auto& entry : all.classifiers) CHECK(classifiers.contains(entry.id));
  for (const auto& entry : all.methods)
    CHECK(methods.contains(entry.id) != conformance::is_of_studies(entry));
  for (const auto& entry : all.criteria)
    CHECK(criteria.contains(entry.id) != conformance::needs_folds(entry));
  CHECK(everything().size() ==
        all.data.size() + all.classifiers.size() + all.methods.size() + all.criteria.size());
  for (const auto* kind : {&all.data, &all.classifiers, &all.methods, &all.criteria})
    CHECK_FALSE(kind->empty());
  CHECK(every_setting().size() > 100);
}
