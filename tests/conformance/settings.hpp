#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/setting.hpp"
#include "tests/support/catch.hpp"

namespace conformance {

/// A value that is accepted: the default or, where there is none, one of an ordinary size.
inline core::Value example(const core::ParameterSpec& spec) {
  if (spec.fallback) return *spec.fallback;
  switch (spec.kind) {
    case core::Kind::integer:
      return static_cast<std::int64_t>(spec.least);
    case core::Kind::real:
      return std::clamp(1.0, spec.least, spec.most);
    case core::Kind::text:
      if (spec.written == core::ParameterSpec::Written::list) return "[\"" MARGINLAB_FAKE_WORKER "\"]";
      return spec.words.empty() ? "some text" : spec.words.back();
    case core::Kind::reals:
      break;
  }
  return std::vector<double>{0.1, 1, 10};
}

/// The entry with every parameter that matters at its default or, where there is none, an example.
inline core::Choice chosen(const core::Entry& entry) {
  core::Parameters told;
  for (const auto& spec : entry.parameters)
    if (!spec.fallback) told.set(spec.key, example(spec));
  return {entry.id, "name", entry.label, entry.revision, core::with_defaults(told, entry.parameters)};
}

/// The methods that read a classifier's kernel only and take a support vector machine alone.
inline const std::vector<std::string>& methods_of_a_machine() {
  static const std::vector<std::string> ids{"solution_path",   "kernel_logistic",      "decision_comparison",
                                            "c_learning",      "elastic_net_logistic", "hhsvm",
                                            "sparse_logistic", "svm_decision",         "c_learning_descent"};
  return ids;
}

/// The pairs that a method refuses; a test of their own says that it does.
inline bool is_refused(const core::Entry& method, const core::Entry& classifier) {
  static const std::vector<std::string> calibrations{"platt",       "softmax",
                                                     "zero_one",    "pp",
                                                     "bins",        "beta",
                                                     "beta_two",    "sollich",
                                                     "coherence",   "isotonic",
                                                     "venn_abers",  "beta_calibration",
                                                     "one_vs_rest", "pairwise_coupling",
                                                     "temperature", "vector_scaling",
                                                     "dirichlet"};
  if (classifier.id == "given_scores")
    return method.takes_classifier &&
           std::find(calibrations.begin(), calibrations.end(), method.id) == calibrations.end();
  const bool is_of_several = classifier.id == "weighted_truncated_svm";
  if (method.id == "border_weight") return !is_of_several;
  if (is_of_several) return method.takes_classifier;
  const auto& ids = methods_of_a_machine();
  const bool is_of_machine = std::find(ids.begin(), ids.end(), method.id) != ids.end();
  return is_of_machine && classifier.id == "weighted_psi";
}

/// Whether the method is of one input only and the data set has more; a test of its own says that it refuses.
inline bool is_refused_data(const core::Entry& method, const core::Entry& data) {
  return method.id == "decision_comparison" && data.id != "ruping2004/two_normals";
}

/// Whether another program has to answer for its draws; tests of their own do.
inline bool is_of_studies(const core::Entry& method) {
  return experiments::find(experiments::methods(), method.id).of_studies;
}

/// How many classes a data set has.
inline int classes_of(const core::Choice& data) {
  const auto names = experiments::find(experiments::data_sets(), data.id).more_than_two(data.parameters);
  return names.empty() ? 2 : static_cast<int>(names.size());
}

/// Whether an entry is made for so many classes; tests/experiments has what a study says where it is not.
inline bool takes(const core::Entry& entry, int classes) {
  return entry.least_classes <= classes && classes <= entry.most_classes;
}

/// Whether a criterion, at its defaults, cannot choose for a method without probabilities;
/// tests/experiments/config has the refusal.
inline bool reads_probabilities(const core::Entry& criterion) {
  return criterion.id != "fixed";
}

/// A criterion that looks at a whole cross-validation, which simulated data are not divided for;
/// tests/core/tuning/prior_step_test.cpp has it.
inline bool needs_folds(const core::Entry& criterion) {
  return criterion.id == "prior_step";
}

/// The method as `chosen`, on the coarsest grid of weights that has points between its ends for five classes:
/// at its default that has 200,000.
inline core::Choice coarse(const core::Entry& method) {
  core::Choice out = chosen(method);
  for (const char* step : {"step", "tuning_step"})
    if (out.parameters.has(step)) out.parameters.set(step, 0.1);
  return out;
}

/// Every classifier x method x criterion that is listed and not refused on a simulated data set, on samples
/// of `size` observations.
inline std::vector<experiments::Setting> settings_on(const core::Entry& data, std::int64_t size) {
  const auto& all = experiments::catalogue();
  std::vector<experiments::Setting> out;
  core::Choice small = chosen(data);
  const int classes = classes_of(small);
  for (const char* part : {"n_train", "n_test", "n_tune"}) {
    if (small.parameters.has(part)) small.parameters.set(part, size);
  }
  for (const auto& method : all.methods) {
    if (is_refused_data(method, data) || !takes(method, classes) || is_of_studies(method)) continue;
    for (const auto& classifier : all.classifiers) {
      const int met = experiments::find(experiments::methods(), method.id).classifier_of_two ? 2 : classes;
      if (classifier.id == "given_scores" && data.id != "ruping2004/two_normals") continue; // of one input
      if (is_refused(method, classifier) || (method.takes_classifier && !takes(classifier, met))) continue;
      for (const auto& criterion : all.criteria) {
        if (needs_folds(criterion) || (method.takes_lambda && !takes(criterion, classes))) continue;
        if (method.decides_only && reads_probabilities(criterion)) continue;
        out.push_back({small, method.takes_classifier ? chosen(classifier) : core::Choice{}, coarse(method),
                       method.takes_lambda ? chosen(criterion) : core::Choice{}, 11});
        if (!method.takes_lambda) break;
      }
      if (!method.takes_classifier) break;
    }
  }
  core::expect(!out.empty(), "some method is fitted to every simulated data set");
  return out;
}

/// The same on every simulated data set, on samples small enough to test them all; under the sanitizers every
/// third, of the next data set another third. Methods see no more of a data set than its draw, so those that
/// lie in files are left to tests/datasets.
inline std::vector<experiments::Setting> every_setting() {
  constexpr std::size_t stride = tests::sanitized ? 3 : 1;
  std::vector<experiments::Setting> out;
  std::size_t turn = 0;
  for (const auto& data : experiments::catalogue().data) {
    if (experiments::find(experiments::data_sets(), data.id).needs_files) continue;
    const auto settings = settings_on(data, 30);
    for (std::size_t i = turn++ % stride; i < settings.size(); i += stride) out.push_back(settings[i]);
  }
  // A loop over no setting would pass every test; what the list has to hold, every_setting_test.cpp says.
  core::expect(!out.empty(), "there are settings to test");
  return out;
}

/// What a setting gives by itself for its first replicate. Tests that compare it with what it gives otherwise
/// share it.
inline const core::Estimate& estimate_alone(const experiments::Setting& setting) {
  static std::map<std::string, core::Estimate> found;
  const auto [at, is_new] = found.try_emplace(canonical(setting));
  if (is_new) {
    const auto axes = stream_axes(setting, 0);
    core::DrawCache cache(build_source(setting)->draw(axes), axes);
    at->second = build_estimator(setting)->estimate(cache);
  }
  return at->second;
}

} // namespace conformance
