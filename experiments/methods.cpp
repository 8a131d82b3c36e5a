#include "experiments/methods.hpp"

#include <array>

#include "core/metric/metric.hpp"
#include "datasets/catalog.hpp"

// The methods a config may name, and the catalogue of everything.
namespace experiments {
namespace {

using core::Kind;
using core::Parameters;

std::unique_ptr<core::ProbabilityEstimator> calibrated(std::unique_ptr<core::Calibration> by,
                                                       Ingredients from) {
  auto learner = std::make_unique<core::MarginLearner>(from.classifier, std::move(by));
  return std::make_unique<core::TunedEstimator>(std::move(learner), std::move(from.criterion));
}

std::unique_ptr<core::ProbabilityEstimator> platt(const Parameters& p, Ingredients from) {
  auto calibration = std::make_unique<core::PlattCalibration>();
  calibration->folds = p.text("decision_values") == "cross_validated" ? p.integer("decision_folds") : 0;
  return calibrated(std::move(calibration), std::move(from));
}

std::unique_ptr<core::ProbabilityEstimator> bracket(const Parameters& p, Ingredients from) {
  auto calibration = std::make_unique<core::BracketCalibration>();
  calibration->intervals = p.integer("intervals");
  return calibrated(std::move(calibration), std::move(from));
}

std::unique_ptr<core::ProbabilityEstimator> penalised_logistic(const Parameters&, Ingredients from) {
  return std::make_unique<core::TunedEstimator>(std::make_unique<core::PenalisedLogistic>(),
                                                std::move(from.criterion));
}

std::unique_ptr<core::ProbabilityEstimator> nearest_neighbours(const Parameters& p, Ingredients) {
  auto estimator = std::make_unique<core::NearestNeighbours>();
  estimator->neighbours = p.integer("neighbours");
  return estimator;
}

std::unique_ptr<core::ProbabilityEstimator> solution_path(const Parameters& p, Ingredients from) {
  return std::make_unique<core::SolutionPath>(from.classifier, p.real("lambda"));
}

core::Entry platt_entry() {
  return {
      "platt",
      "Platt",
      "Platt (1999); Wang, Shen & Liu (2008), eq. 1",
      "a sigmoid of the unweighted classifier's decision values",
      1,
      {{.key = "decision_values",
        .kind = Kind::text,
        .fallback = std::string("training"),
        .meaning =
            "what the sigmoid is fitted to: the values at the training points of the classifier trained on "
            "them, or of classifiers that held the point out",
        .good = std::string("cross_validated"),
        .bad = std::string("test"),
        .words = {"training", "cross_validated"}},
       {.key = "decision_folds",
        .kind = Kind::integer,
        .fallback = std::int64_t{5},
        .meaning = "number of folds of cross_validated decision values",
        .good = std::int64_t{3},
        .bad = std::int64_t{1},
        .least = 2,
        .most = 1e6,
        .only_with = {{"decision_values", "cross_validated"}}}}};
}

core::Entry bracket_entry() {
  return {"bracket",
          "Bracket",
          "Wang, Shen & Liu (2008), Algorithm 1",
          "the class probability bracketed by the sign changes of weighted classifiers",
          1,
          {{.key = "intervals",
            .kind = Kind::integer,
            .fallback = std::int64_t{20},
            .meaning = "m, the number of intervals of [0, 1]; 0 stands for floor(sqrt n)",
            .good = std::int64_t{10},
            .bad = std::int64_t{-1},
            .least = 0,
            .most = 10'000}}};
}

core::Entry penalised_logistic_entry() {
  return {"penalised_logistic",
          "PLR",
          "Park & Hastie (2008); Wang, Shen & Liu (2008), section 5.1",
          "logistic regression, linear in the inputs, with lambda |beta|^2",
          1,
          {},
          false};
}

core::Entry nearest_neighbours_entry() {
  return {"nearest_neighbours",
          "NN",
          "Wang, Shen & Liu (2008), section 5.1",
          "the share of positives among the k nearest training points",
          1,
          {{.key = "neighbours",
            .kind = Kind::integer,
            .fallback = std::int64_t{9},
            .meaning = "k",
            .good = std::int64_t{4},
            .bad = std::int64_t{0},
            .least = 1,
            .most = 1e6}},
          false,
          false};
}

core::Entry solution_path_entry() {
  return {"solution_path",
          "Path",
          "Wang, Shen & Liu (2008), section 4 and Figure 1",
          "the exact solution path in pi, stored whole; p(x) is where f_pi(x) changes sign",
          1,
          {{.key = "lambda",
            .kind = Kind::real,
            .fallback = 1.0,
            .meaning = "the regularisation, 1/C, held along the path",
            .good = 0.1,
            .bad = 0.0,
            .least = 1e-9,
            .most = 1e9}},
          true,
          false};
}

} // namespace

std::span<const MethodRow> methods() {
  static const std::array rows{MethodRow{platt_entry(), platt}, MethodRow{bracket_entry(), bracket},
                               MethodRow{penalised_logistic_entry(), penalised_logistic},
                               MethodRow{nearest_neighbours_entry(), nearest_neighbours},
                               MethodRow{solution_path_entry(), solution_path}};
  return rows;
}

const Catalogue& catalogue() {
  static const Catalogue all = [] {
    Catalogue out;
    for (const auto& row : datasets::catalog()) out.data.push_back(row.entry);
    for (const auto& row : classifiers()) out.classifiers.push_back(row.entry);
    for (const auto& row : methods()) out.methods.push_back(row.entry);
    for (const auto& row : criteria()) out.criteria.push_back(row.entry);
    for (const auto& row : core::metrics()) {
      out.metrics.push_back(
          {std::string(row.id), std::string(row.label), std::string(row.meaning), row.smaller_is_better});
    }
    return out;
  }();
  return all;
}

} // namespace experiments
