#include "experiments/plan/objections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/metric/metric.hpp"
#include "datasets/real/data_folders.hpp"
#include "experiments/catalog/methods.hpp"

namespace experiments {
namespace {

void add_once(std::vector<StudyObjection>& to, StudyObjection objection) {
  const auto same = [&](const StudyObjection& one) { return one.sentence == objection.sentence; };
  if (std::none_of(to.begin(), to.end(), same)) to.push_back(std::move(objection));
}

std::string lines_of(const std::vector<StudyObjection>& objections) {
  std::string lines;
  for (const StudyObjection& one : objections) lines += (lines.empty() ? "" : "\n") + one.sentence;
  return lines;
}

StudyPart data_of(const Setting& setting) {
  return {"data", setting.data.name};
}

StudyPart method_of(const Setting& setting) {
  return {"methods", setting.method.name};
}

StudyPart tuning_of(const Setting& setting) {
  return {"tuning", setting.method.name};
}

StudyPart classifier_of(const Setting& setting) {
  return {"classifiers", setting.classifier.name};
}

/// "3 classes: 1, 2, 3", or "two classes".
std::string counted_classes(const std::vector<std::string>& names) {
  if (names.empty()) return "two classes";
  std::string text = std::to_string(names.size()) + " classes:";
  for (const std::string& name : names) text += (text.back() == ':' ? " " : ", ") + name;
  return text;
}

std::string made_for(const core::Entry& entry) {
  if (entry.most_classes == 2) return "it is made for two";
  return entry.most_classes == core::any_classes
             ? fmt::format("it is made for {} or more", entry.least_classes)
             : fmt::format("it is made for {} to {}", entry.least_classes, entry.most_classes);
}

/// What of a setting is made for another number of classes than its data set has, which are these or two;
/// whether nothing is.
bool examine_classes(const Setting& setting, const std::vector<std::string>& names, Findings& findings) {
  const int classes = names.empty() ? 2 : static_cast<int>(names.size());
  bool fits = true;
  const auto check = [&](const core::Entry& entry, const StudyPart& block) {
    if (entry.least_classes <= classes && classes <= entry.most_classes) return;
    fits = false;
    findings.refuse({{},
                     entry.id + " of " + setting.data.name + " (" + made_for(entry) +
                         ", and the data set has " + counted_classes(names) + ") " +
                         (names.empty() ? "choose data of more classes, or classes: each"
                                        : "choose another, or two classes with 'positive' and 'negative'")},
                    {block, data_of(setting)});
  };
  const MethodRow& method = find(methods(), setting.method.id);
  if (!setting.classifier.id.empty() && !method.classifier_of_two)
    check(find(classifiers(), setting.classifier.id).entry, classifier_of(setting));
  check(method.entry, method_of(setting));
  if (!setting.tuning.id.empty()) check(find(criteria(), setting.tuning.id).entry, tuning_of(setting));
  return fits;
}

/// A method that is made of what the data set does not know; whether it is none.
bool examine_truth(const Setting& setting, Findings& findings) {
  const MethodRow& method = find(methods(), setting.method.id);
  if (!method.needs_truth || find(data_sets(), setting.data.id).knows_truth_of(setting.data.parameters))
    return true;
  findings.refuse({{},
                   method.entry.id + " of " + setting.data.name +
                       " (the data set does not know the true p, which the method is made of) use a "
                       "simulated one"},
                  {method_of(setting), data_of(setting)});
  return false;
}

/// So many labels of two classes, or of more, dealt out in turn.
core::Labels as_even_as_can_be(Eigen::Index rows, std::size_t more_than_two) {
  const int classes = more_than_two == 0 ? 2 : static_cast<int>(more_than_two);
  return core::Labels::NullaryExpr(
      rows, [&](Eigen::Index i) { return core::label_of(static_cast<int>(i % classes), classes); });
}

/// Refuses more than two classes where no replicate can learn anything of one.
void require_every_class(const Setting& setting, const core::Labels& most_even) {
  const core::Parameters& data = setting.data.parameters;
  const auto names = find(data_sets(), setting.data.id).more_than_two(data);
  for (std::size_t k = 0; k < names.size(); ++k)
    core::require((most_even.array() == static_cast<double>(k + 1)).any(),
                  (data.has("n_train") ? "n_train " + std::to_string(data.integer("n_train")) : "the split") +
                      " leaves class '" + names[k] + "' of " + setting.data.name +
                      " without a training row (nothing can be learned of it) ask for more rows",
                  {"n_train", "split"});
}

/// What is known of the training parts of the data sets, found once each.
class KnownRows {
 public:
  explicit KnownRows(Findings& findings) : findings_(findings) {}

  const datasets::TrainingRows& of(const Setting& setting) {
    const auto [place, is_new] = known_.try_emplace(core::canonical(setting.data));
    if (!is_new) return place->second;
    try {
      place->second = found(setting);
    } catch (const core::UserError& refusal) {
      findings_.refuse_data(refusal, setting.data.name);
    }
    return place->second;
  }

 private:
  datasets::TrainingRows found(const Setting& setting) {
    const datasets::CatalogRow& row = find(data_sets(), setting.data.id);
    const core::StreamAxes axes = stream_axes(setting, 0);
    if (row.training_rows) {
      const auto rows = row.training_rows(setting.data.parameters, axes);
      if (rows.y.size() > 0) require_every_class(setting, rows.most_even);
      return rows;
    }
    if (row.needs_files || ++drawn_ > most_drawn) return {};
    const core::Labels y = row.build(setting.data.parameters)->draw(axes).train.y;
    return {y, as_even_as_can_be(y.size(), row.more_than_two(setting.data.parameters).size())};
  }

  Findings& findings_;
  std::map<std::string, datasets::TrainingRows> known_;
  std::size_t drawn_ = 0;
};

/// What it says of a replicate's rows; a refusal is a warning there, another replicate may do.
std::vector<core::Objection> warnings_of(const core::ProbabilityEstimator& estimator, const core::Labels& y) {
  try {
    return estimator.warnings(y);
  } catch (const core::UserError& refusal) {
    return {refusal.objection()};
  }
}

/// A method may refuse its classifier, its criterion, its parameters, or what it would learn from; the last
/// is asked of rows as even as they may be, so that no replicate would do.
void examine_method(const Setting& setting, KnownRows& known, Findings& findings) {
  const std::vector<StudyPart> about{method_of(setting), tuning_of(setting), classifier_of(setting),
                                     data_of(setting)};
  const datasets::TrainingRows& rows = known.of(setting);
  try {
    const auto estimator = build_estimator(setting);
    if (rows.y.size() == 0) return;
    estimator->warnings(rows.most_even);
    for (core::Objection& warning : warnings_of(*estimator, rows.y)) findings.warn(std::move(warning), about);
  } catch (const core::UserError& refusal) {
    findings.refuse(refusal.objection(), about);
  }
}

/// Leaving one row out takes it from its class: where classes are level, what follows their shares is wrong
/// on every row, and reversed probabilities look like skill. One row more than folds is taken for it, too:
/// the first fold then has two.
void examine_folds(const Setting& setting, KnownRows& known, Findings& findings) {
  const core::Parameters& data = setting.data.parameters;
  if (!data.has("split") || data.text("split") != "folds" || !data.has("folds")) return;
  const Eigen::Index rows = known.of(setting).y.size();
  if (rows == 0 || data.integer("folds") != rows + 1) return;
  findings.warn(
      {{"folds"},
       setting.data.name +
           " leaves out a row or two at a time. Their class is then rarer among the training rows, and a "
           "method that knows only the shares of the classes errs on every row. Use folds: 10 with "
           "sampling: stratified."},
      {data_of(setting)});
}

/// Files that are here and have other bytes.
void examine_files(const Setting& setting, std::set<std::string>& seen, Findings& findings) {
  const auto* const described = datasets::real::described(setting.data.id);
  if (described == nullptr || !seen.insert(setting.data.id).second || !is_present(*described)) return;
  try {
    read_files(*described);
  } catch (const core::UserError& refusal) {
    findings.refuse_data(refusal, setting.data.name);
  }
}

} // namespace

Refused::Refused(std::vector<StudyObjection> found)
    : core::UserError(lines_of(found)), objections(std::move(found)) {}

void Findings::refuse(core::Objection objection, std::vector<StudyPart> about) {
  add_once(refusals, {std::move(objection), std::move(about)});
}

void Findings::warn(core::Objection objection, std::vector<StudyPart> about) {
  add_once(warnings, {std::move(objection), std::move(about)});
}

void Findings::refuse_data(const core::UserError& refusal, const std::string& name) {
  core::Objection objection = refusal.objection();
  if (objection.keys.empty()) objection.keys = {"path"};
  refuse(std::move(objection), {{"data", name}});
}

void Findings::require_none() const {
  if (!refusals.empty()) throw Refused(refusals);
}

namespace {

/// A metric with what it is made of.
struct Needs {
  std::string metric;
  bool truth, probabilities;
};

void examine_metric(const Needs& needs, const Setting& setting, Findings& findings) {
  if (needs.truth && !find(data_sets(), setting.data.id).knows_truth_of(setting.data.parameters))
    findings.refuse({{},
                     needs.metric + " of " + setting.data.name +
                         " (the data set does not know the true p) leave the metric out, or use cre"},
                    {{"metrics", needs.metric}, data_of(setting)});
  if (needs.probabilities && find(methods(), setting.method.id).entry.decides_only)
    findings.refuse({{},
                     needs.metric + " of " + setting.method.name +
                         " (the method says which class, and no probability) leave the metric out, or "
                         "use test_error"},
                    {{"metrics", needs.metric}, method_of(setting)});
}

} // namespace

void examine_metrics(const std::vector<std::string>& metrics, const std::vector<Setting>& settings,
                     Findings& findings) {
  for (const std::string& name : metrics) {
    const core::MetricRow& row = core::metric(name);
    for (const Setting& setting : settings)
      examine_metric({name, row.needs_truth, row.needs_probabilities}, setting, findings);
  }
}

void examine_metrics(const std::vector<ExternalMetric>& measured, const std::vector<Setting>& settings,
                     Findings& findings) {
  for (const ExternalMetric& metric : measured)
    for (const Setting& setting : settings)
      examine_metric({metric.numbers.front(), metric.needs_truth, true}, setting, findings);
}

void examine_settings(const std::vector<Setting>& settings, Findings& findings) {
  std::set<std::string> seen;
  KnownRows known(findings);
  for (const Setting& setting : settings) {
    examine_files(setting, seen, findings);
    try {
      examine_folds(setting, known, findings);
      const auto names = find(data_sets(), setting.data.id).more_than_two(setting.data.parameters);
      if (examine_classes(setting, names, findings) && examine_truth(setting, findings))
        examine_method(setting, known, findings);
    } catch (const core::UserError& refusal) { // of a file that cannot be read
      findings.refuse_data(refusal, setting.data.name);
    }
  }
}

void require_classes(const std::vector<Setting>& settings, const std::vector<std::string>& names) {
  Findings findings;
  for (const Setting& setting : settings) examine_classes(setting, names, findings);
  findings.require_none();
}

} // namespace experiments
