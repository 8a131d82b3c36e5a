#include <array>

#include "core/multiclass/machine/class_basis.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/parameters.hpp"

// The classifiers a config may name.
namespace experiments {
namespace {

using core::Parameters;

const auto max_steps =
    core::integer("max_steps", "d.c. steps at most from the support vector machine; 0: until none helps")
        .in(0, 1e6)
        .or_else(0);

/// The kernel's parameters, and further ones of the classifier.
std::vector<core::ParameterSpec> with_kernel(const std::vector<core::ParameterSpec>& further) {
  std::vector<core::ParameterSpec> out = kernel_parameters();
  out.insert(out.end(), further.begin(), further.end());
  return out;
}

using Cut = core::TruncatedHinge::Cut;

const auto truncation =
    core::word<Cut>("truncation",
                    "where the loss is cut: at s = -1/(K-1), the least that is consistent, nowhere, or at s",
                    {{"minimal", Cut::minimal}, {"none", Cut::none}, {"at", Cut::at}})
        .or_else(Cut::minimal);
const auto cut_at = core::real("s", "the margin below which the loss is constant")
                        .in(-1e9, 0)
                        .or_else(-1)
                        .only_with(truncation, Cut::at);

core::Classifier truncated_svm(const Parameters& p) {
  core::TruncatedHinge loss{truncation.of(p)};
  if (loss.cut == Cut::at) loss.s = cut_at.of(p);
  return {loss, kernel_of(p)};
}

ClassifierRow truncated_svm_row() {
  ClassifierRow row{
      {"weighted_truncated_svm", "Truncated SVM", "Wu & Liu (2007); Wu, Zhang & Liu (2010), eq. 7",
       "machine of several classes with class weights pi and the truncated hinge loss, lambda = 1 / C", 1,
       with_kernel({truncation, cut_at})},
      truncated_svm,
      machine_of_classes};
  row.entry.most_classes = core::most_classes;
  return row;
}

using Scale = core::GivenScores::Scale;

const auto scores_are =
    core::word<Scale>(
        "scores_are",
        "what a column has: any score, the larger the more positive, or log-odds or P(Y = +1); of several "
        "classes "
        "those of its class",
        {{"score", Scale::score}, {"log_odds", Scale::log_odds}, {"probability", Scale::probability}})
        .or_else(Scale::score);

const auto score_columns =
    core::reals(
        "columns",
        "of scores of several classes: the number of each class's column, from 1, in the order of the "
        "classes; []: they stand in it")
        .in(1, 1e6)
        .or_else({});

ClassifierRow given_scores_row() {
  ClassifierRow row{
      {"given_scores",
       "given scores",
       "marginlab",
       "no machine: the single input is a score that another program has given each row, or there is "
       "one for each class",
       1,
       {scores_are, score_columns}},
      [](const Parameters& p) {
        core::GivenScores given{scores_are.of(p)};
        for (const double number : score_columns.of(p)) given.columns.push_back(static_cast<int>(number));
        return core::Classifier{std::move(given), {}};
      },
      given_scores};
  row.entry.takes_lambda = false;
  return row;
}

} // namespace

std::span<const ClassifierRow> classifiers() {
  static const std::array rows{
      ClassifierRow{{"weighted_svm", "SVM", "Wang, Shen & Liu (2008), eq. 3",
                     "support vector machine with class weights 1 - pi, pi", 1, kernel_parameters()},
                    [](const Parameters& p) { return core::Classifier{core::Hinge{}, kernel_of(p)}; },
                    support_vector_machine},
      ClassifierRow{
          {"weighted_psi", "psi", "Wang, Shen & Liu (2008), sections 2.1 and 2.2",
           "psi-learning with class weights 1 - pi, pi, by d.c. programming from the support vector machine",
           1, with_kernel({max_steps})},
          [](const Parameters& p) { return core::Classifier{core::Psi{max_steps.of(p)}, kernel_of(p)}; },
          psi_machine},
      truncated_svm_row(),
      given_scores_row(),
  };
  return rows;
}

} // namespace experiments
