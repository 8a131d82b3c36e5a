#include "core/probability/margin_learner.hpp"

#include "core/probability/scaling/softmax.hpp"
#include "core/probability/weighted_fits.hpp"
#include "core/probability/workbench.hpp"
#include "core/tuning/folds.hpp"

namespace core {
namespace {

using Eigen::Index;
using OnSample = Calibration::OnSample;

class LearnedMargin final : public Learned {
 public:
  LearnedMargin(Workbench& bench, const Classifier& classifier, const Calibration& calibration,
                Resample resample)
      : bench_(bench),
        classifier_(bench.classifier(classifier)),
        calibration_(calibration),
        resample_(std::move(resample)),
        whole_(resample_.rows == bench.whole().rows && resample_.y == bench.whole().y),
        reads_(calibration.reads(resample_.y.size())),
        fits_(classifier_.gram(), resample_, classifier_.loss()) {}

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const FitGrid grid = grid_of(lambdas);
    const bool training = reads_.on_sample == OnSample::training;
    DecisionGrid on_train, on_sample;
    if (training || points.part == Points::Part::train)
      on_train = kept("training", grid, [&] { return fits_.on_train(grid); });
    if (training) on_sample = on_train.rows(resample_.rows);
    if (reads_.on_sample == OnSample::held_out) {
      const std::string dealing = reads_.dealing == Dealing::stratified ? " stratified" : " at random";
      on_sample =
          kept("held out " + std::to_string(reads_.folds) + dealing, grid, [&] { return held_out(grid); });
    }
    const DecisionGrid at_points = decision(grid, points, on_train);
    std::vector<Estimate> out;
    for (std::size_t k = 0; k < lambdas.size(); ++k) out.push_back(estimate(at_points, on_sample, k));
    return out;
  }

 private:
  /// Values that other methods read too are computed once: those of the whole sample at a chosen lambda.
  DecisionGrid kept(const std::string& name, const FitGrid& grid,
                    const std::function<DecisionGrid()>& compute) {
    return whole_ && grid.lambdas.size() == 1 ? classifier_.remembered(name, grid, compute) : compute();
  }

  FitGrid grid_of(const std::vector<double>& lambdas) const {
    FitGrid grid{reads_.weights, lambdas};
    for (double& lambda : grid.lambdas) lambda *= reads_.lambda_factor;
    return grid;
  }

  DecisionGrid decision(const FitGrid& grid, const Points& points, const DecisionGrid& on_train) {
    if (points.part == Points::Part::train) return points.rows ? on_train.rows(*points.rows) : on_train;
    const std::string part = points.part == Points::Part::test ? "test" : "tune";
    const DecisionGrid all =
        kept(part, grid, [&] { return fits_.at(grid, classifier_.against_train(points.part)); });
    return points.rows ? all.rows(*points.rows) : all;
  }

  /// Decision values at the sample's own points [n x weights], each of a fit on the other folds.
  DecisionGrid held_out(const FitGrid& grid) const {
    const auto n = static_cast<Index>(resample_.rows.size());
    const auto columns = static_cast<Index>(grid.lambdas.size());
    DecisionGrid out{std::vector<Matrix>(grid.weights.size(), Matrix(n, columns)),
                     std::vector<Audit>(grid.lambdas.size())};
    Stream stream = bench_.axes().stream("held out=" + std::to_string(reads_.folds));
    for (const Division& fold : divisions(resample_.y, reads_.folds, reads_.dealing, stream)) {
      const Resample outside{positions(fold.outside), resample_.y(fold.outside)};
      const WeightedFits fits(classifier_.gram(), outside, classifier_.loss());
      const DecisionGrid values = fits.on_train(grid).rows(positions(fold.inside));
      for (std::size_t j = 0; j < grid.weights.size(); ++j)
        out.by_weight[j](fold.inside, Eigen::all) = values.by_weight[j];
      for (std::size_t k = 0; k < grid.lambdas.size(); ++k) out.audits[k].see(values.audits[k]);
    }
    return out;
  }

  std::vector<Index> positions(const std::vector<Index>& points) const {
    std::vector<Index> rows;
    for (const Index i : points) rows.push_back(resample_.rows[static_cast<std::size_t>(i)]);
    return rows;
  }

  Estimate estimate(const DecisionGrid& at_points, const DecisionGrid& on_sample, std::size_t k) const {
    const Matrix sample_values = on_sample.by_weight.empty() ? Matrix() : on_sample.at(k);
    Estimate out = calibration_.probability(at_points.at(k), sample_values, resample_.y);
    out.audit.see(at_points.audits[k]);
    if (!on_sample.audits.empty()) out.audit.see(on_sample.audits[k]);
    if (classifier_.kernel().shape == Kernel::Shape::gaussian)
      out.facts["sigma"] = classifier_.kernel().sigma;
    if (classifier_.loss() == Classifier::Loss::psi) {
      out.facts["dc_steps"] = static_cast<double>(out.audit.dc_steps) / static_cast<double>(out.audit.fits);
    }
    return out;
  }

  Workbench& bench_;
  ClassifierBench& classifier_;
  const Calibration& calibration_;
  Resample resample_;
  bool whole_; ///< the resample is the training sample itself
  Calibration::Reads reads_;
  WeightedFits fits_;
};

} // namespace

std::unique_ptr<Learned> MarginLearner::learn(Workbench& bench, const Resample& resample) const {
  return std::make_unique<LearnedMargin>(bench, classifier_, *calibration_, resample);
}

Rule MarginLearner::rule(const std::optional<double>& sigma) const {
  const Classifier at = classifier_.at(sigma);
  return {at.text(), std::make_unique<MarginLearner>(at, std::make_shared<SoftmaxScaling>()),
          at.shape == Kernel::Shape::gaussian};
}

std::unique_ptr<Learner> MarginLearner::at_bandwidth(double sigma) const {
  return std::make_unique<MarginLearner>(classifier_.at(sigma), calibration_);
}

} // namespace core
