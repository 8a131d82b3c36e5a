#include "core/metric/metric.hpp"
#include "core/settings/parameter.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/cli/program.hpp"

// marginlab with a data set, a method and a metric of our own.
namespace {

const auto level = core::real("level", "the probability it gives to every point").in(0, 1).or_else(0.5);

struct Coins final : datasets::Source {
  core::Draw draw(const core::StreamAxes& axes) const override {
    core::Stream stream = axes.stream("coins");
    core::Sample all{core::Matrix(60, 1), core::Labels(60),
                     core::Probabilities(core::Vector::Constant(60, 0.25))};
    for (Eigen::Index i = 0; i < 60; ++i) {
      all.x(i, 0) = stream.normal();
      all.y(i) = stream.uniform() < 0.25 ? 1 : -1;
    }
    return {all, {}, all};
  }
};

struct Level final : core::ProbabilityEstimator {
  double p = 0;
  core::Estimate estimate(core::DrawCache& cache) const override {
    return {core::Probabilities(core::Vector::Constant(cache.draw().test.size(), p)), {}};
  }
};

std::unique_ptr<core::ProbabilityEstimator> build(const core::Parameters& p, experiments::Ingredients) {
  auto out = std::make_unique<Level>();
  out->p = level.of(p);
  return out;
}

experiments::Work work(const experiments::Training& training) {
  return experiments::Work{}.with(experiments::steps::lookup, training.size.points);
}

double mean_p(const core::Estimate& estimate, const core::Draw&) {
  return estimate.probability.positive().mean();
}

} // namespace

std::vector<core::MetricRow> core::further_metrics() {
  return {{"mean_p", "mean p", "mean probability of +1 on the test sample", false, true, true, mean_p}};
}
std::vector<experiments::MethodRow> experiments::further_methods() {
  return {{{"level", "Level", "", "one probability everywhere", 1, {level}, false, false}, build, work}};
}
std::vector<datasets::CatalogRow> experiments::further_data_sets() {
  return {{.entry = {"coins", "Coins", "", "a coin that falls on +1 one time in four"},
           .knows_truth = true,
           .build = [](const core::Parameters&) { return std::make_unique<Coins>(); }}};
}

int main(int argc, char** argv) {
  return experiments::program(argc, argv, experiments::run);
}
