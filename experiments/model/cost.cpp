#include "experiments/model/cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "experiments/plan/cost.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/terminal/durations.hpp"

namespace experiments::own_data {
namespace {

std::string word(const core::Choice& choice, const std::string& key) {
  const auto found = choice.parameters.values().find(key);
  const auto* text =
      found == choice.parameters.values().end() ? nullptr : std::get_if<std::string>(&found->second);
  return text != nullptr ? *text : "";
}

double number(const core::Choice& choice, const std::string& key, double otherwise) {
  const auto found = choice.parameters.values().find(key);
  if (found == choice.parameters.values().end()) return otherwise;
  if (const auto* whole = std::get_if<std::int64_t>(&found->second)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&found->second);
  return real != nullptr ? *real : otherwise;
}

double lambdas_of(const core::Choice& tuning) {
  const auto found = tuning.parameters.values().find("lambda");
  const auto* grid =
      found == tuning.parameters.values().end() ? nullptr : std::get_if<std::vector<double>>(&found->second);
  return grid != nullptr ? static_cast<double>(grid->size()) : 1;
}

/// Samples on which a criterion trains at every lambda of its grid.
double trainings(const core::Choice& tuning) {
  if (tuning.id == "fixed" || tuning.id.empty()) return 0;
  if (tuning.id == "perturbation") return number(tuning, "samples", 10) * number(tuning, "samples", 10) + 1;
  return tuning.id == "cross_validation" ? number(tuning, "folds", 5) : 1;
}

} // namespace

std::string Cost::text() const {
  const double megabytes = bytes / 1e6;
  const std::string size = megabytes < 1000 ? fmt::format("{:.0f} MB", std::max(1.0, megabytes))
                                            : fmt::format("{:.1f} GB", megabytes / 1e3);
  return fmt::format("about {} and {}", seconds < 1 ? "1s" : duration_text(seconds), size);
}

Cost cost_of(const Setting& setting, const Sizes& sizes) {
  const double n = static_cast<double>(sizes.rows), p = static_cast<double>(sizes.inputs),
               points = static_cast<double>(sizes.points);
  const bool gaussian = word(setting.classifier, "kernel") == "gaussian",
             psi = setting.classifier.id == "weighted_psi", many = sizes.rows >= many_rows;
  const double weights = setting.method.id == "bracket" ? number(setting.method, "intervals", 20) - 1 : 1;
  const double folds = word(setting.method, "decision_values") == "cross_validated"
                           ? number(setting.method, "decision_folds", 5) + 1
                           : 1;
  const double lambdas = lambdas_of(setting.tuning), grids = trainings(setting.tuning);
  Cost cost;
  if (setting.classifier.id == "given_scores") {
    cost.seconds = 2e-6 * (n + points);
    cost.bytes = 100 * (n + points) + 4e7;
    return cost;
  }
  cost.fits = weights * folds * (grids * lambdas + 1);
  if (setting.method.id == "border_weight") {
    const auto classes = static_cast<double>(sizes.classes);
    cost.fits = grids * lambdas * interior_points(classes, number(setting.method, "tuning_step", 0.04)) +
                interior_points(classes, number(setting.method, "step", 0.02));
  }
  cost.bytes = 8 * (6 * n * p + 2 * points * p + 3 * n * weights * (grids > 0 ? lambdas : 1)) + 4e7;
  cost.seconds = expected_cost(setting, {n, points, p, static_cast<double>(sizes.classes)});
  if (setting.classifier.id.empty()) return cost;
  const bool few_inputs = 8 * p <= n;
  cost.whole_matrix = !many || setting.method.id == "kernel_logistic" ||
                      setting.method.id == "solution_path" || (psi && (gaussian || !few_inputs));
  if (cost.whole_matrix)
    cost.bytes += 8 * (n * n * (setting.method.id == "kernel_logistic" ? 4 : 2) + (many ? 0 : n * points));
  if (many && gaussian) cost.bytes += 8 * 2 * n * 400 + 2e8;
  return cost;
}

double Cost::share_of(std::int64_t fits) const {
  const std::vector<Part> all = parts.empty() ? std::vector{Part{this->fits, seconds}} : parts;
  double left = static_cast<double>(fits), passed = 0, total = 0;
  for (const Part& part : all) {
    passed += part.seconds * std::min(1.0, left / std::max(1.0, part.fits));
    left = std::max(0.0, left - part.fits);
    total += part.seconds;
  }
  return total > 0 ? passed / total : 0;
}

Cost cost_of_all(const std::vector<Setting>& settings, const Sizes& sizes) {
  Cost all = cost_of(settings.front(), sizes);
  all.parts = {{all.fits, all.seconds}};
  for (std::size_t k = 1; k < settings.size(); ++k) {
    const Cost one = cost_of(settings[k], sizes);
    all.parts.push_back({one.fits, one.seconds});
    all.fits += one.fits;
    all.seconds += one.seconds;
    all.bytes = std::max(all.bytes, one.bytes);
    all.whole_matrix = all.whole_matrix || one.whole_matrix;
  }
  return all;
}

std::string advance_text(const Cost& guess, std::int64_t fits, double seconds) {
  const std::string passed = duration_text(seconds), expected = thousands(std::llround(guess.fits));
  if (fits == 0 && seconds < guess.seconds)
    return fmt::format("No fit is done, {} passed, about {} left by the guess.", passed,
                       duration_text(guess.seconds - seconds));
  if (fits == 0)
    return fmt::format("No fit is done, {} passed, longer than the guess of {}.", passed,
                       duration_text(guess.seconds));
  const double share = guess.share_of(fits);
  if (share >= 1)
    return fmt::format("{} fits are done, {} passed, more than the {} that were guessed.", thousands(fits),
                       passed, expected);
  return fmt::format("{} of about {} fits, {} passed, about {} left.", thousands(fits), expected, passed,
                     duration_text(seconds * (1 - share) / share));
}

void require_time(const Cost& cost) {
  constexpr double day = 24 * 60 * 60;
  core::require(
      cost.seconds <= day,
      fmt::format("The fit is guessed to take {} of a processor, and nothing of it is stored before "
                  "its end. Choose a coarser grid, or fewer rows or values of lambda. Or begin all "
                  "the same with --force.",
                  duration_text(cost.seconds)));
}

void require_memory(const Cost& cost, const Sizes& sizes, double available) {
  core::require(
      cost.bytes <= available,
      fmt::format("{} training rows take {:.1f} GB, and {:.1f} GB are free. Most is {}. {}.",
                  thousands(sizes.rows), cost.bytes / 1e9, available / 1e9,
                  cost.whole_matrix ? "for a matrix of rows x rows"
                                    : "for the inputs and the decision values of every fit",
                  cost.whole_matrix
                      ? "Choose the classifier weighted_svm with another method, or hold out more rows"
                      : "Give fewer values of lambda, or hold out more rows"));
}

} // namespace experiments::own_data
