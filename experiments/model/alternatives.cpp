#include "experiments/model/alternatives.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/model/cost.hpp"
#include "experiments/plan/cost.hpp"
#include "experiments/terminal/durations.hpp"

namespace experiments::own_data {
namespace {

constexpr std::int64_t most_rows_of_kernel_logistic = 800;
constexpr std::int64_t most_inputs_of_logistic = 100; ///< its steps cost their square
constexpr std::int64_t most_folds = 5;
constexpr double most_seconds = 60; ///< of a processor, by the guess, that a fit nobody asked for may take

/// A Gaussian kernel's curve over lambda is smooth: three values a decade miss nothing, and take a third.
const std::string few_lambdas = "tuning.lambda={from: 0.001, to: 1000, per_decade: 3, spacing: log}";

/// The key behind a dot, if any: kernel of classifier.kernel=gaussian.
std::string key_of(const std::string& setting) {
  const std::string path = setting.substr(0, setting.find('='));
  return path.substr(path.find('.') + 1);
}

/// What is said of a key, the last time.
std::optional<std::string> said(const Words& words, const std::string& key) {
  std::optional<std::string> out;
  for (const std::string& setting : words.settings)
    if (setting.find('=') != std::string::npos && key_of(setting) == key)
      out = setting.substr(setting.find('=') + 1);
  return out;
}

/// With these settings, each where nothing is said of its key.
Words with(Words words, const std::vector<std::string>& settings) {
  for (const std::string& setting : settings)
    if (!said(words, key_of(setting))) words.settings.push_back(setting);
  return words;
}

Words without(Words words, const std::string& key) {
  std::erase_if(words.settings, [&](const std::string& setting) {
    return setting.find('=') != std::string::npos && key_of(setting) == key;
  });
  return words;
}

/// Which kernels are tried.
struct Kernels {
  bool linear = true, gaussian = true;
  bool is_open = false; ///< nothing is said of it
};

/// Values of these criteria can be compared between methods.
bool compares(const Words& words) {
  const std::string criterion = said(words, "criterion").value_or("cross_validation");
  return criterion == "cross_validation" || criterion == "perturbation";
}

Kernels kernels_of(const Words& words) {
  const std::string kernel = said(words, "kernel").value_or("");
  core::require(kernel != "auto" || compares(words),
                "kernel=auto chooses by held-out losses, and tuning.criterion=" +
                    said(words, "criterion").value_or("") +
                    " has none. Name a kernel, or leave the criterion out.");
  // gamma is what other programs call the bandwidth: the kernel that has one then says what to write.
  const bool is_gaussian = said(words, "sigma") || said(words, "sigma_unit") || said(words, "gamma");
  if (kernel.empty() && is_gaussian) return {false, true};
  if (kernel.empty() || kernel == "auto") return {true, compares(words), kernel.empty()};
  return {kernel == "linear", kernel != "linear"};
}

Words by_folds(const Words& words, const TrainingPart& part) {
  if (said(words, "criterion")) return words;
  if (part.smallest_class == 1) return with(words, {"tuning.criterion=fixed", "tuning.lambda=1"});
  Words out = with(words, {"tuning.criterion=cross_validation", "tuning.dealing=stratified"});
  if (part.rows > 0)
    out = with(out, {"tuning.folds=" + std::to_string(std::min(most_folds, part.smallest_class))});
  return out;
}

Words named(Words words, const std::string& method) {
  words.method = method;
  return words;
}

/// The folds of the decision values are no more than the points that are left of a handful of rows in a fold
/// of the criterion.
Words held_out_platt(const Words& words, const TrainingPart& part) {
  const Words out = with(named(words, "platt"), {"decision_values=cross_validated"});
  if (part.rows == 0 || part.rows >= 2 * most_folds) return out;
  return with(out,
              {"decision_folds=" + std::to_string(std::clamp<std::int64_t>(part.rows / 2, 2, most_folds))});
}

/// The kernel that a person named stays as it is written, a mistaken one too.
Words with_kernel(const Words& words, const std::string& kernel) {
  return with(said(words, "kernel") == "auto" ? without(words, "kernel") : words, {"kernel=" + kernel});
}

std::vector<Words> of_each_kernel(const Words& words, const Kernels& kernels) {
  std::vector<Words> out;
  if (kernels.linear) out.push_back(with_kernel(words, "linear"));
  if (kernels.gaussian) out.push_back(with_kernel(words, "gaussian"));
  return out;
}

Words kernel_logistic(const Words& words, const std::string& kernel, const TrainingPart& part) {
  const Words with_it = with_kernel(words, kernel);
  if (part.rows <= most_rows_of_kernel_logistic)
    return with(named(with_it, "kernel_logistic"), {few_lambdas});
  const Words platt = held_out_platt(with_it, part);
  return part.rows < many_rows || kernel == "linear" ? platt : with(platt, {few_lambdas});
}

Words linear_logistic(const Words& words, const TrainingPart& part) {
  return part.inputs > most_inputs_of_logistic ? kernel_logistic(words, "linear", part)
                                               : named(without(words, "kernel"), "penalised_logistic");
}

/// What a fit is guessed to take on one processor.
double seconds_of(const Words& words, const TrainingPart& part) {
  const auto rows = static_cast<double>(part.rows);
  return expected_cost(read_choices(words, catalogue()),
                       {rows, rows, static_cast<double>(part.inputs), static_cast<double>(part.classes)});
}

/// Where rows are many, two folds and five values of lambda tell whether a Gaussian kernel is better than
/// none, and take a tenth of the time.
Words coarse_gaussian(const Words& words) {
  return with(
      named(with_kernel(words, "gaussian"), "platt"),
      {"tuning.criterion=cross_validation", "tuning.dealing=stratified", "tuning.folds=2",
       "tuning.lambda=[0.01, 0.1, 1, 10, 100]", "decision_values=cross_validated", "decision_folds=2"});
}

std::string not_tried(const TrainingPart& part, double seconds) {
  return std::to_string(part.rows) + " training rows of " + std::to_string(part.classes) +
         " classes: the Gaussian kernel is not tried, as it takes about " + duration_text(seconds) +
         ". Ask for it with kernel=gaussian.";
}

Alternatives of_two(const Words& words, const Words& tuned, const Kernels& kernels,
                    const TrainingPart& part) {
  Alternatives out;
  if (kernels.linear) out.words.push_back(linear_logistic(tuned, part));
  if (!kernels.gaussian) return out;
  if (!kernels.is_open || part.rows < many_rows) {
    out.words.push_back(kernel_logistic(tuned, "gaussian", part));
    return out;
  }
  Words coarse = coarse_gaussian(words);
  coarse.many_rows = true;
  const double seconds = seconds_of(coarse, part);
  if (seconds <= most_seconds)
    out.words.push_back(coarse);
  else
    out.notes.push_back(not_tried(part, seconds));
  return out;
}

Alternatives of_several(const Words& words, const Words& tuned, const Kernels& kernels,
                        const TrainingPart& part) {
  const Words kernel_method = with(named(tuned, "kernel_multicategory_logistic"), {few_lambdas});
  Kernels tried = kernels;
  Alternatives out;
  if (kernels.is_open && part.rows > 0) {
    const bool is_quick = seconds_of(with_kernel(kernel_method, "linear"), part) <= most_seconds;
    if (!is_quick && !says(words, "criterion")) return {{with(named(words, "baseline_logit"), {"lambda=1"})}};
    const double seconds = seconds_of(with_kernel(kernel_method, "gaussian"), part);
    tried.gaussian = part.rows * part.classes <= 2 * most_rows_of_kernel_logistic;
    if (!tried.gaussian) out.notes.push_back(not_tried(part, seconds));
  }
  out.words = of_each_kernel(kernel_method, tried);
  return out;
}

/// The finest round step of a grid of class weights that has at most so many points within, or the coarsest.
double step_of_at_most(double points, double classes, double finest) {
  constexpr double round_steps[] = {0.02, 0.025, 0.04, 0.05, 0.0625, 0.1};
  for (const double step : round_steps)
    if (step >= finest && interior_points(classes, step) <= points) return step;
  return 0.125;
}

/// The grids of border_weight of which nothing is said, where the paper's - 60 lambda, of each five times 276
/// weights of three classes and 2,024 of four - are too fine to wait for: two lambda a decade, chosen among
/// by 40 weights at most, and probabilities read off 1,200 at most.
std::vector<std::string> coarse_grids(const Words& words, const TrainingPart& part) {
  if (words.method != "border_weight" || part.classes < 3 || part.rows == 0) return {};
  const auto classes = static_cast<double>(part.classes);
  std::vector<std::string> out;
  if (const double step = step_of_at_most(1200, classes, 0.02); step > 0.02)
    out.push_back("method.step=" + core::shortest(step));
  if (said(words, "criterion") != "fixed") {
    out.push_back("method.tuning_step=" + core::shortest(step_of_at_most(40, classes, 0.04)));
    out.emplace_back("tuning.lambda={from: 0.001, to: 1000, per_decade: 2, spacing: log}");
  }
  std::erase_if(out, [&](const std::string& setting) { return says(words, key_of(setting)); });
  return out;
}

/// The fits of a method that is named.
Alternatives of_named(const Words& words, const TrainingPart& part) {
  const std::vector<std::string> coarse = coarse_grids(words, part);
  const Words given = with(words, coarse);
  Alternatives out{said(words, "kernel") == "auto" ? of_each_kernel(given, kernels_of(words))
                                                   : std::vector{given}};
  if (!coarse.empty())
    out.notes.emplace_back(
        "border_weight takes coarser grids than its paper, in a tenth of the time or less. Ask for others "
        "with "
        "lambda=[...], tuning_step=0.04 and step=0.02.");
  return out;
}

} // namespace

TrainingPart TrainingPart::of(const core::Labels& train, std::int64_t inputs) {
  const std::multiset<double> labels(train.begin(), train.end());
  const std::set<double> classes(train.begin(), train.end());
  TrainingPart out{train.size(), static_cast<std::int64_t>(classes.size()), train.size(), inputs};
  for (const double label : classes)
    out.smallest_class = std::min(out.smallest_class, static_cast<std::int64_t>(labels.count(label)));
  return out;
}

bool says(const Words& words, const std::string& key) {
  return said(words, key).has_value();
}

bool leaves_method_open(const Words& words) {
  return words.method.empty();
}

Alternatives alternatives(const Words& words, const TrainingPart& part) {
  if (!leaves_method_open(words)) return of_named(words, part);
  const Kernels kernels = kernels_of(words);
  if (part.classes > 2 && part.rows >= many_rows && kernels.is_open && !said(words, "criterion"))
    return {{with(named(words, "baseline_logit"), {"lambda=1"})}};
  const Words tuned = by_folds(words, part);
  if (part.classes > 2) return of_several(words, tuned, kernels, part);
  if (words.classifier.empty()) return of_two(words, tuned, kernels, part);
  return {of_each_kernel(held_out_platt(tuned, part), kernels)};
}

namespace {

std::vector<Words> further_of_two(const Words& tuned, const Words& words, const TrainingPart& part) {
  const bool many = part.rows >= many_rows;
  const std::string kernel = many ? "linear" : "gaussian";
  std::vector<Words> out{held_out_platt(with_kernel(tuned, kernel), part),
                         with_kernel(named(tuned, "bracket"), kernel)};
  if (many) out.push_back(named(words, "nearest_neighbours"));
  if (part.rows > most_rows_of_kernel_logistic)
    out.push_back(held_out_platt(with_kernel(tuned, "linear"), part));
  out.push_back(named(words, "random_forest"));
  return out;
}

std::vector<Words> further_of_several(const Words& tuned, const Words& words) {
  return {with(named(words, "baseline_logit"), {"lambda=0.1"}),
          with_kernel(named(tuned, "one_vs_all"), "linear"), named(words, "random_forest"),
          named(words, "classification_tree")};
}

} // namespace

std::vector<Compared> compared(const Words& words, const TrainingPart& part) {
  constexpr std::size_t how_many = 5;
  std::vector<Compared> out;
  for (const Words& usual : alternatives(words, part).words) out.push_back({usual, true});
  const Words tuned = by_folds(words, part);
  const auto same = [](const Words& one, const Words& other) {
    return one.method == other.method && said(one, "kernel") == said(other, "kernel");
  };
  for (const Words& further :
       part.classes > 2 ? further_of_several(tuned, words) : further_of_two(tuned, words, part))
    if (out.size() < how_many &&
        std::none_of(out.begin(), out.end(), [&](const Compared& one) { return same(one.words, further); }))
      out.push_back({further, false});
  return out;
}

} // namespace experiments::own_data
