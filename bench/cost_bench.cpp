#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "core/estimate/draw_cache.hpp"
#include "experiments/model/choices.hpp"
#include "experiments/plan/cost.hpp"

// The prices of experiments/cost/work.hpp on this machine: methods are fitted to made-up samples on one thread, and
// the seconds of a unit are what is left of the CPU time without the other steps, at their prices. A price is good
// where it is within a factor of three of all its rows.
//
//   cost_bench [STEP...]
namespace {

using experiments::Size;
namespace steps = experiments::steps;
using Settings = std::vector<std::string>;

struct Case {
  const experiments::Step& step;
  int rows, inputs, classes;
  const char *method, *classifier;
  Settings settings;
};

const std::string fixed = "tuning.criterion=fixed", one = "tuning.lambda=1",
                  grid = "tuning.criterion=training_loss", linear = "kernel=linear",
                  gaussian = "kernel=gaussian";

std::vector<Case> cases() {
  return {{steps::linear_path, 100, 2, 2, "bracket", "", {linear, grid}},
          {steps::linear_path, 800, 20, 2, "bracket", "", {linear, grid}},
          {steps::linear_path, 1900, 30, 2, "platt", "", {linear, grid}},
          {steps::kernel_path, 100, 2, 2, "bracket", "", {gaussian, grid}},
          {steps::kernel_path, 400, 20, 2, "bracket", "", {gaussian, grid}},
          {steps::kernel_path, 1500, 30, 2, "platt", "", {gaussian, grid}},
          {steps::psi_path, 100, 2, 2, "platt", "weighted_psi", {linear, grid}},
          {steps::psi_path, 400, 5, 2, "platt", "weighted_psi", {gaussian, grid}},
          {steps::factor, 5000, 50, 2, "platt", "", {linear, fixed, one}},
          {steps::factor, 20000, 5, 2, "platt", "", {gaussian, fixed, one}},
          {steps::linear_parts, 3000, 1000, 2, "platt", "", {linear, fixed, one}},
          {steps::kernel_parts, 6000, 20, 2, "platt", "", {gaussian, fixed, one}},
          {steps::kernel_parts, 6000, 100, 2, "platt", "", {gaussian, fixed, one}},
          {steps::scaling, 200, 2, 2, "platt", "", {linear, grid}},
          {steps::beta_scaling, 200, 2, 2, "beta", "", {linear, grid}},
          {steps::beta_calibration, 200, 2, 2, "beta_calibration", "", {linear, grid}},
          {steps::isotonic, 200, 2, 2, "isotonic", "", {linear, grid}},
          {steps::venn_abers, 200, 2, 2, "venn_abers", "", {linear, grid}},
          {steps::given_scores, 20000, 1, 2, "platt", "given_scores", {}},
          {steps::given_scores, 20000, 1, 2, "isotonic", "given_scores", {}},
          {steps::logistic, 500, 5, 2, "penalised_logistic", "", {fixed, one}},
          {steps::logistic, 4000, 50, 2, "penalised_logistic", "", {fixed, one}},
          {steps::logistic_path, 20000, 20, 2, "penalised_logistic", "", {grid}},
          {steps::logistic_path, 20000, 100, 2, "penalised_logistic", "", {grid}},
          {steps::kernel_logistic, 200, 5, 2, "kernel_logistic", "", {gaussian, grid}},
          {steps::kernel_logistic, 800, 10, 2, "kernel_logistic", "", {gaussian, grid}},
          {steps::sparse_logistic, 2000, 20, 2, "sparse_logistic", "", {linear, fixed, one}},
          {steps::sparse_logistic, 20000, 100, 2, "sparse_logistic", "", {linear, fixed, one}},
          {steps::sparse_logistic, 1000, 2, 2, "sparse_logistic", "", {gaussian, fixed, one}},
          {steps::sparse_logistic, 1500, 20, 2, "sparse_logistic", "", {gaussian, fixed, one}},
          {steps::weight_path, 300, 5, 2, "solution_path", "", {linear}},
          {steps::weight_path, 500, 5, 2, "solution_path", "", {gaussian}},
          {steps::elastic_net, 600, 40, 2, "elastic_net_logistic", "", {linear, grid}},
          {steps::elastic_net, 300, 5, 2, "c_learning", "", {gaussian, grid}},
          {steps::descent, 200, 10, 2, "c_learning_descent", "", {linear}},
          {steps::descent, 200, 2, 2, "c_learning_descent", "", {gaussian}},
          {steps::neighbours, 2000, 5, 2, "nearest_neighbours", "", {}},
          {steps::neighbours, 4000, 60, 2, "nearest_neighbours", "", {}},
          {steps::class_logistic, 20000, 20, 5, "baseline_logit", "", {"lambda=1"}},
          {steps::class_logistic, 300, 5, 4, "kernel_multicategory_logistic", "", {gaussian, fixed, one}},
          {steps::class_logistic, 1000, 30, 3, "kernel_multicategory_logistic", "", {linear, fixed, one}},
          {steps::ordered_logistic, 2000, 5, 3, "cumulative_logit", "", {"lambda=1"}},
          {steps::ordered_logistic, 20000, 20, 3, "cumulative_logit", "", {"lambda=1"}},
          {steps::tree, 500, 5, 3, "classification_tree", "", {}},
          {steps::tree, 5000, 20, 2, "classification_tree", "", {}},
          {steps::forest, 500, 5, 3, "random_forest", "", {}},
          {steps::forest, 3000, 20, 2, "random_forest", "", {}},
          {steps::class_machine, 120, 4, 3, "border_weight", "", {linear, fixed, one, "step=0.04"}},
          {steps::class_machine, 1000, 3, 3, "border_weight", "", {linear, fixed, one, "step=0.1"}},
          {steps::class_kernel_machine, 150, 4, 4, "border_weight", "", {gaussian, fixed, one, "step=0.1"}},
          {steps::lookup, 20000, 2, 2, "base_rate", "", {}}};
}

/// Rows of clouds about a middle for each class, which are 2.1 apart or so.
core::Sample clouds(const Case& of, const char* name) {
  const core::StreamAxes axes{1, "bench", 0};
  core::Stream middles = axes.stream("middles"), stream = axes.stream(name);
  core::Matrix middle(of.classes, of.inputs);
  for (double& value : middle.reshaped()) value = 1.5 / std::sqrt(of.inputs) * middles.normal();
  core::Sample out{core::Matrix(of.rows, of.inputs), core::Labels(of.rows), {}, of.classes};
  for (Eigen::Index i = 0; i < of.rows; ++i) {
    const int own = static_cast<int>(of.classes * stream.uniform());
    out.y(i) = core::label_of(own, of.classes);
    for (Eigen::Index j = 0; j < of.inputs; ++j) out.x(i, j) = middle(own, j) + stream.normal();
  }
  return out;
}

experiments::Setting setting_of(const Case& of) {
  experiments::own_data::Words words;
  words.data = "made up";
  words.method = of.method;
  words.classifier = of.classifier;
  words.settings = of.settings;
  words.many_rows = of.rows >= 2000;
  return experiments::own_data::read_choices(words, experiments::catalogue());
}

/// Of one estimate, the mean of as many as take a fifth of a second.
double seconds_of(const experiments::Setting& setting, const core::Draw& draw) {
  const std::clock_t start = std::clock();
  for (int done = 1;; ++done) {
    core::DrawCache cache(draw, {1, "bench", 0});
    build_estimator(setting)->estimate(cache);
    const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (took > 0.2) return took / done;
  }
}

void print(const Case& of) {
  const experiments::Setting setting = setting_of(of);
  const auto n = static_cast<double>(of.rows);
  const experiments::Work work =
      work_of(setting, {n, n, static_cast<double>(of.inputs), static_cast<double>(of.classes)});
  const double units = work.units(of.step), price = of.step.seconds;
  const double took = seconds_of(setting, {clouds(of, "train"), {}, clouds(of, "points")});
  const double of_unit = (took - work.seconds() + units * price) / units;
  std::printf("%-21s %6d %5d %2d  %-29s %9.2g %9.2g %9.2g %7.1f\n", of.step.name, of.rows, of.inputs,
              of.classes, of.method, took, of_unit, price, of_unit / price);
  std::fflush(stdout);
}

} // namespace

int main(int count, char** words) {
  const Settings asked(words + 1, words + count);
  std::printf("%-21s %6s %5s %2s  %-29s %9s %9s %9s %7s\n", "step", "rows", "p", "K", "method", "seconds",
              "a unit", "price", "ratio");
  for (const Case& each : cases())
    if (asked.empty() || std::find(asked.begin(), asked.end(), each.step.name) != asked.end()) print(each);
}
