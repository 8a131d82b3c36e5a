#include "experiments/plan/cost.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/probability/penalised_logistic.hpp"
#include "core/solver/large/large_sample.hpp"
#include "datasets/real/description.hpp"
#include "experiments/catalog/methods.hpp"

namespace experiments {
namespace {

double number(const core::Parameters& parameters, const char* key, double otherwise) {
  return parameters.has(key) ? static_cast<double>(parameters.integer(key)) : otherwise;
}

/// Nobody knows the size of a user's own file before it is read.
Size size_of(const core::Choice& data) {
  const core::Parameters& parameters = data.parameters;
  const datasets::real::Description* const listed = datasets::real::described(data.id);
  const bool is_simulated = data.id.find('/') != std::string::npos;
  const double sampled = number(parameters, "sample_size", 0);
  const double rows = sampled > 0 ? sampled : listed != nullptr ? static_cast<double>(listed->rows) : 1000;
  Size size;
  size.p = listed != nullptr ? static_cast<double>(listed->inputs) : is_simulated ? 2 : 10;
  const double folds = number(parameters, "folds", 2); // as published: about a half
  size.n = parameters.has("n_train") ? number(parameters, "n_train", 0) : rows * (folds - 1) / folds;
  const double tested = number(parameters, "n_test", 0);
  size.m = std::max(1.0, tested > 0 ? tested : is_simulated ? size.n : rows - size.n);
  return size;
}

/// How often a method is trained on a sample, and at how many lambdas each time.
struct Work {
  double trainings = 1, lambdas = 1;
};

/// What a fit to the rows outside one of so many folds takes, beside one of five, from which the constants
/// below are measured: the square of its rows.
double share_outside(double folds) {
  constexpr double of_five = 0.8;
  const double outside = folds > 1 ? 1 - 1 / folds : 1;
  return outside * outside / (of_five * of_five);
}

Work work_of(const core::Choice& tuning) {
  const core::Parameters& parameters = tuning.parameters;
  Work work;
  if (parameters.has("lambda") && tuning.id != "fixed")
    work.lambdas = static_cast<double>(parameters.reals("lambda").size());
  for (const char* other : {"sigma", "omega"})
    if (parameters.has(other) && !parameters.reals(other).empty())
      work.trainings *= static_cast<double>(parameters.reals(other).size());
  if (tuning.id == "prior_step") return work; // once for all folds of a cross-validation
  if (parameters.has("samples")) {
    work.trainings = std::pow(number(parameters, "samples", 1), 2) + 1;
  } else {
    const double folds = number(parameters, "folds", 1);
    work.trainings *= folds > 1 ? folds * share_outside(folds) : 1;
  }
  return work;
}

/// Whether the grid of lambda is read off a path, by the rule of the solvers themselves. They count the rows of
/// the whole training sample, those that a fold leaves out as well.
bool follows_path(const Setting& setting, const Size& size, bool is_linear) {
  const auto rows = static_cast<Eigen::Index>(size.n);
  const auto lambdas = static_cast<std::size_t>(work_of(setting.tuning).lambdas);
  const bool holds_inputs = is_linear && core::few_inputs(rows, static_cast<Eigen::Index>(size.p));
  return rows < core::large_sample || core::path_pays(rows, holds_inputs, lambdas);
}

/// One fit of a weighted classifier, among those along a path of lambda and of the weight.
double margin_fit(const Setting& setting, const Size& size) {
  const core::Choice& classifier = setting.classifier;
  const double breadth = std::min(size.p, 60.0), square = size.n * size.n;
  if (classifier.id == "weighted_psi") return 4e-10 * square * (1 + breadth / 20);
  const bool is_linear =
      classifier.parameters.has("kernel") && classifier.parameters.text("kernel") == "linear";
  if (follows_path(setting, size, is_linear))
    return is_linear ? 5e-11 * square * (1 + breadth / 8) : 2.5e-10 * square * (1 + breadth / 20);
  // Fifteen steps of an interior point in as many unknowns as the kernel has rank; parts where that is large: of a
  // Gaussian kernel some two thirds of its entries, of another chunks.
  const double rank = is_linear ? size.p : 50 * size.p;
  const bool has_factor =
      is_linear ? core::factor_pays(static_cast<Eigen::Index>(size.n), static_cast<Eigen::Index>(rank))
                : rank <= 400;
  if (has_factor) return 1.5e-5 * size.n * (0.015 + 2e-3 * rank + 1.2e-4 * rank * rank);
  return is_linear ? 5e-8 * square * (1 + size.p / 45) : 4e-10 * square * (5 + size.p / 3);
}

/// What is made of the fits at one lambda: a calibration fitted to n points and read at others.
double calibration(const std::string& method, const Size& size) {
  static const std::map<std::string, double> of_a_point{{"beta", 7e-5},
                                                        {"beta_two", 7e-5},
                                                        {"beta_calibration", 1e-6},
                                                        {"isotonic", 6e-7},
                                                        {"venn_abers", 7e-7}};
  const auto found = of_a_point.find(method);
  return (found == of_a_point.end() ? 8e-8 : found->second) * size.n;
}

/// Whether a method's calibration reads decision values of fits that hold the point out.
bool holds_out(const core::Choice& method) {
  static const std::set<std::string> unless_told{"pp",       "bins",     "zero_one",   "beta",
                                                 "beta_two", "isotonic", "venn_abers", "beta_calibration"};
  if (!method.parameters.has("decision_values")) return unless_told.contains(method.id);
  return method.parameters.text("decision_values") == "cross_validated";
}

double margin_method(const Setting& setting, const Size& size) {
  const core::Parameters& parameters = setting.method.parameters;
  const double told = number(parameters, "intervals", 2), intervals = told > 0 ? told : std::sqrt(size.n);
  const double weights = std::max(1.0, intervals - 1);
  const double folds = number(parameters, "decision_folds", 5);
  const double fits = weights * (holds_out(setting.method) ? 1 + folds * share_outside(folds) : 1);
  return fits * margin_fit(setting, size) + calibration(setting.method.id, size);
}

double classes_of(const Size& size) {
  return size.classes > 0 ? size.classes : 3;
}

/// Newton's method in so many coordinates for each class but one.
double multinomial_fit(double n, double coordinates, const Size& size) {
  const double all = coordinates * (classes_of(size) - 1);
  return 5e-9 * (n * all * all / 4 + all * all * all / 6);
}

/// Through a factor of the kernel, whose rank depends on the bandwidth: one of about the median distance is
/// meant.
double multicategory_fit(const Setting& setting, const Size& size) {
  const core::Parameters& parameters = setting.method.parameters;
  const bool is_linear = parameters.has("kernel") && parameters.text("kernel") == "linear";
  const double rank = std::min(size.n, is_linear ? size.p : 60 * size.p);
  return (is_linear ? 1 : 0.5) * multinomial_fit(size.n, rank, size);
}

/// About three thousand sweeps of coordinate descent over the inputs, or over a column for each observation.
double descent(const Setting& setting, const Size& size) {
  const core::Parameters& classifier = setting.classifier.parameters;
  const bool is_linear = classifier.has("kernel") && classifier.text("kernel") == "linear";
  return 8e-6 * size.n * (is_linear ? size.p : size.n);
}

/// Coordinate descent with two penalties, from the solution at the lambda before: a few sweeps over the
/// inputs, or over a column for each observation, and more of them where there are more coefficients than
/// zero.
double elastic_net_fit(const Setting& setting, const Size& size) {
  const core::Parameters& classifier = setting.classifier.parameters;
  const bool is_linear = classifier.has("kernel") && classifier.text("kernel") == "linear";
  const double columns = is_linear ? size.p : size.n;
  return 1e-8 * size.n * columns * (1 + std::min(size.n, columns) / 150);
}

double forest(const Setting& setting, const Size& size) {
  const core::Parameters& parameters = setting.method.parameters;
  const double tuned = number(parameters, "mtry", 0) > 0 ? 0 : 2 * number(parameters, "tuning_trees", 50);
  const double trees = number(parameters, "trees", 500);
  const double splits = size.n * std::log2(size.n + 1) * std::sqrt(size.p); // of a tree, over its depth
  return 1.2e-7 * (trees + tuned) * splits + 5e-8 * trees * size.m;
}

/// The method trained at one lambda and read.
double one_training(const Setting& setting, const Size& size) {
  const std::string& method = setting.method.id;
  const double n = size.n;
  if (method == "baseline_logit") return 1e-6 * n + 8 * multinomial_fit(n, size.p, size);
  if (method == "cumulative_logit") return 6e-7 * n + 8e-9 * n * size.p * size.p;
  if (method == "kernel_multicategory_logistic") return multicategory_fit(setting, size);
  if (method == "classification_tree") return 5e-6 * n * size.p;
  if (method == "random_forest") return forest(setting, size);
  for (const char* fits_nothing : {"true_probability", "base_rate", "constant", "computed_elsewhere"})
    if (method == fits_nothing) return 1e-7 * size.m;
  if (method == "bayes_rule") return 9e-8 * (n + size.m);
  for (const char* sparse : {"hhsvm", "elastic_net_logistic", "c_learning"})
    if (method == sparse) return elastic_net_fit(setting, size);
  if (method == "c_learning_descent") return descent(setting, size);
  for (const char* of_each_class :
       {"one_vs_all", "pairwise_voted", "one_vs_rest", "temperature", "vector_scaling", "dirichlet"})
    if (method == of_each_class) return classes_of(size) * margin_method(setting, size);
  if (method == "pairwise_coupling") return 2 * margin_method(setting, size); // pairs are small
  if (method == "nearest_neighbours") return n * size.m * (1.2e-8 + 4e-10 * size.p);
  if (method == "solution_path") return 2e-9 * n * n * n;
  if (method == "kernel_logistic" || method == "decision_comparison") return 4e-8 * n * n;
  if (method == "penalised_logistic") {
    const bool is_followed = work_of(setting.tuning).lambdas > 1 && n >= core::many_observations;
    return is_followed ? 1e-7 * n + 1e-8 * n * size.p : 2e-7 * n + 1e-9 * n * size.p * size.p;
  }
  return margin_method(setting, size);
}

/// The machines of a grid of class weights (core/multiclass/methods/border_weight.hpp), and their labels.
double grid_of_machines(const Setting& setting, const Size& size, const char* step_key) {
  const auto names = size.classes > 0
                         ? std::vector<std::string>()
                         : find(data_sets(), setting.data.id).more_than_two(setting.data.parameters);
  const double classes = size.classes > 0 ? size.classes : std::max(2.0, static_cast<double>(names.size()));
  const core::Parameters& method = setting.method.parameters;
  const double interior = interior_points(classes, method.has(step_key) ? method.real(step_key) : 0.04);
  const core::Parameters& classifier = setting.classifier.parameters;
  const bool is_gaussian = classifier.has("kernel") && classifier.text("kernel") == "gaussian";
  const double inputs = (1 + size.p / 10) * (1 + size.p / 10);
  const double machine = is_gaussian ? 1e-5 * size.n : 5e-7 * size.n * std::pow(classes / 3, 3) * inputs;
  return std::max(1.0, interior) * (machine + 1e-9 * classes * size.m);
}

constexpr double methods_a_rule = 8;

/// Schemes that read one grid of machines, which is fitted once for all of them where lambda is chosen.
constexpr double schemes_a_grid = 2;

} // namespace

double interior_points(double classes, double step) {
  double points = 1;
  for (double k = 1; k < classes; ++k) points *= (1 / step - k) / k;
  return points;
}

double expected_cost(const Setting& setting) {
  return expected_cost(setting, size_of(setting.data));
}

double expected_cost(const Setting& setting, const Size& size) {
  const Work work = work_of(setting.tuning);
  if (setting.method.id == "border_weight")
    return grid_of_machines(setting, size, "step") +
           (setting.tuning.id == "fixed" ? 0 : work.trainings * work.lambdas / schemes_a_grid) *
               grid_of_machines(setting, size, "tuning_step");
  const double times = work.trainings * work.lambdas, once = one_training(setting, size);
  if (setting.tuning.id != "prior_step") return times * once;
  // The classification rule alone is tuned, once for all the methods that have it.
  const bool has_own_rule = setting.method.id == "kernel_logistic";
  return once + times * (has_own_rule ? once : margin_fit(setting, size) / methods_a_rule);
}

} // namespace experiments
