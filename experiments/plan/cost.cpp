#include "experiments/plan/cost.hpp"

#include <algorithm>
#include <string>

#include "datasets/real/description.hpp"
#include "experiments/catalog/methods.hpp"

namespace experiments {
namespace {

double number(const core::Parameters& parameters, const char* key, double otherwise) {
  return parameters.has(key) ? static_cast<double>(parameters.integer(key)) : otherwise;
}

/// Of a method of two classes two, without a look at the data.
double classes_of(const Setting& setting) {
  if (find(methods(), setting.method.id).entry.most_classes == 2) return 2;
  const auto names = find(data_sets(), setting.data.id).more_than_two(setting.data.parameters);
  return std::max(2.0, static_cast<double>(names.size()));
}

/// Nobody knows the size of a user's own file before it is read.
Size size_of(const Setting& setting) {
  const core::Parameters& parameters = setting.data.parameters;
  const datasets::real::Description* const listed = datasets::real::described(setting.data.id);
  const bool is_simulated = setting.data.id.find('/') != std::string::npos;
  const double sampled = number(parameters, "sample_size", 0);
  const double rows = sampled > 0 ? sampled : listed != nullptr ? static_cast<double>(listed->rows) : 1000;
  const double folds = number(parameters, "folds", 2); // as published: about a half
  const double n = parameters.has("n_train") ? number(parameters, "n_train", 0) : rows * (folds - 1) / folds;
  const double tested = number(parameters, "n_test", 0);
  return {.rows = n,
          .points = std::max(1.0, tested > 0     ? tested
                                  : is_simulated ? n
                                                 : rows - n),
          .inputs = listed != nullptr ? static_cast<double>(listed->inputs)
                    : is_simulated    ? 2
                                      : 10,
          .classes = classes_of(setting)};
}

/// With every parameter of the row that the setting leaves out.
template <class Row>
core::Parameters decided(const core::Choice& choice, const Row& row) {
  return core::with_defaults(choice.parameters, row.entry.parameters);
}

} // namespace

Work work_of(const Setting& setting, const Size& size) {
  const MethodRow& method = find(methods(), setting.method.id);
  const core::Parameters parameters = decided(setting.method, method);
  Training training{.size = size, .method = parameters, .classifier = setting.classifier.parameters};
  if (!setting.classifier.id.empty()) training.machine = &find(classifiers(), setting.classifier.id).work;
  Comparisons compared;
  if (!setting.tuning.id.empty()) {
    const CriterionRow& criterion = find(criteria(), setting.tuning.id);
    compared = criterion.work(decided(setting.tuning, criterion));
    training.tunes_rule = compared.of_rule;
    if (compared.samples > 0)
      training.lambdas = static_cast<double>(setting.tuning.parameters.reals("lambda").size());
  }
  const MethodWork work = method.work(training);
  const Work tried = work.comparison.value_or(work.answer)
                         .times(compared.samples * training.lambdas)
                         .lasting(compared.share);
  const bool is_one_more = compared.samples > 0 && !compared.of_rule && !work.comparison;
  Work out = tried + (is_one_more ? work.answer.lasting(0) : work.answer);
  out.kept *= training.lambdas;
  return out;
}

double expected_cost(const Setting& setting) {
  return expected_cost(setting, size_of(setting));
}

double expected_cost(const Setting& setting, const Size& size) {
  return work_of(setting, size).seconds();
}

} // namespace experiments
