#include "core/probability/margin_learner.hpp"

#include <limits>

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/estimate/weighted_fits.hpp"
#include "core/probability/scaling/softmax.hpp"
#include "core/random/folds.hpp"

namespace core {
namespace {

using Eigen::Index;
using OnSample = Calibration::OnSample;

/// Of a sample, as a calibration counts it.
Index size_of(const WeightedLabels& labels) {
  return static_cast<Index>(weight_of_all(labels.weights, labels.y.size()));
}

/// The functions at the first lambda of a grid.
DecisionFunctions functions_of(const DualGrid& solved, const FitGrid& grid, bool is_large) {
  DecisionFunctions out;
  const auto weights = static_cast<Index>(grid.weights.size());
  const auto lambdas = static_cast<Index>(grid.lambdas.size());
  out.coefficients.resize(solved.a.rows(), weights);
  for (Index j = 0; j < weights; ++j) out.coefficients.col(j) = solved.a.col(j * lambdas);
  out.intercepts = solved.beta_0.row(0).transpose();
  out.divisor = grid.lambdas.front();
  out.order = is_large ? DecisionFunctions::Order::singly : DecisionFunctions::Order::blocks;
  return out;
}

/// With those of one more fold.
void append(DecisionFunctions& to, const DecisionFunctions& more) {
  const Index before = to.coefficients.cols(), columns = before + more.coefficients.cols();
  if (before == 0) {
    to = more;
    return;
  }
  to.coefficients.conservativeResize(Eigen::NoChange, columns);
  to.coefficients.rightCols(columns - before) = more.coefficients;
  to.intercepts.conservativeResize(columns);
  to.intercepts.tail(columns - before) = more.intercepts;
}

class LearnedMargin final : public Learned {
 public:
  LearnedMargin(DrawCache& cache, const Classifier& classifier, const Calibration& calibration,
                Resample resample)
      : cache_(cache),
        loss_(classifier.loss),
        loss_name_(classifier.loss_name()),
        kernel_(cache.kernel(classifier.kernel)),
        calibration_(calibration),
        resample_(std::move(resample)),
        whole_(resample_.is(cache.whole())),
        reads_(calibration.reads(size_of(resample_.labels()))),
        gram_(kernel_.solvers_gram(std::holds_alternative<Hinge>(loss_))),
        fits_(weighted_fits(gram_, resample_, loss_)) {}

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const FitGrid grid = grid_of(lambdas);
    if (reads_.by_fold) return by_fold(grid, points);
    const bool training = reads_.on_sample == OnSample::training;
    DecisionGrid on_train, on_sample;
    if (training || points.part == Points::Part::train)
      on_train = kept("training", grid, [&] { return fits_->on_train(grid); });
    if (training) on_sample = on_train.rows(resample_.rows);
    if (reads_.on_sample == OnSample::held_out) {
      const std::string dealt =
          reads_.assignment == FoldAssignment::stratified ? " stratified" : " at random";
      on_sample =
          kept("held out " + std::to_string(reads_.folds) + dealt, grid, [&] { return held_out(grid); });
    }
    DecisionFunctions functions;
    const DecisionGrid at_points = keeps_predictor(grid, points)
                                       ? at_points_by(*fits_, grid, points, functions)
                                       : decision(grid, points, std::move(on_train));
    cache_.done(grid.weights.size() * grid.lambdas.size());
    return estimates(at_points, on_sample, functions);
  }

 private:
  /// Values that other methods read too are computed once: those of the whole sample at a chosen lambda.
  DecisionGrid kept(const std::string& name, const FitGrid& grid,
                    const std::function<DecisionGrid()>& compute) {
    return whole_ && grid.lambdas.size() == 1 ? kernel_.remembered(loss_name_ + " " + name, grid, compute)
                                              : compute();
  }

  bool keeps_predictor(const FitGrid& grid, const Points& points) const {
    return cache_.keeps_predictors() && points.part == Points::Part::test && grid.lambdas.size() == 1;
  }

  /// The decision values at points that are no training points. The functions are added to those that are
  /// asked for.
  DecisionGrid at_points_by(const WeightedFits& fits, const FitGrid& grid, const Points& points,
                            DecisionFunctions& functions) const {
    const DualGrid solved = fits.solved(grid);
    if (keeps_predictor(grid, points))
      append(functions, functions_of(solved, grid, cache_.draw().train.size() >= large_sample));
    const DecisionGrid all = WeightedFits::at(grid, solved, kernel_.products_with_train(points.part));
    return points.rows ? all.rows(*points.rows) : all;
  }

  FitGrid grid_of(const std::vector<double>& lambdas) const {
    FitGrid grid{reads_.weights, lambdas};
    for (double& lambda : grid.lambdas) lambda *= reads_.lambda_factor;
    return grid;
  }

  DecisionGrid decision(const FitGrid& grid, const Points& points, DecisionGrid on_train) {
    if (points.part == Points::Part::train)
      return points.rows ? on_train.rows(*points.rows) : std::move(on_train);
    const std::string part = points.part == Points::Part::test ? "test" : "tune";
    const DecisionGrid all =
        kept(part, grid, [&] { return fits_->at(grid, kernel_.products_with_train(points.part)); });
    return points.rows ? all.rows(*points.rows) : all;
  }

  /// Decision values at the sample's own points [n x weights], each of a fit on the other folds.
  DecisionGrid held_out(const FitGrid& grid) {
    const auto n = static_cast<Index>(resample_.rows.size());
    const auto columns = static_cast<Index>(grid.lambdas.size());
    DecisionGrid out{std::vector<Matrix>(grid.weights.size(), Matrix(n, columns)),
                     std::vector<FitSummary>(grid.lambdas.size())};
    for (const Division& fold : folds()) {
      const auto fits = fits_outside(fold);
      const DecisionGrid values = fits->on_train(grid).rows(resample_.rows_at(fold.inside));
      for (std::size_t j = 0; j < grid.weights.size(); ++j)
        out.by_weight[j](fold.inside, Eigen::all) = values.by_weight[j];
      for (std::size_t k = 0; k < grid.lambdas.size(); ++k) out.summaries[k].see(values.summaries[k]);
      cache_.done(grid.weights.size() * grid.lambdas.size());
    }
    return out;
  }

  std::vector<Division> folds() const {
    Stream stream = cache_.axes().stream("held out=" + std::to_string(reads_.folds));
    return divisions(resample_.y, reads_.folds, reads_.assignment, stream);
  }

  std::unique_ptr<const WeightedFits> fits_outside(const Division& fold) const {
    return weighted_fits(gram_, resample_.at(fold.outside), loss_);
  }

  /// With the fits of each fold in the place of those of each weight.
  std::vector<Estimate> by_fold(const FitGrid& grid, const Points& points) {
    const std::size_t lambdas = grid.lambdas.size();
    const auto n = static_cast<Index>(resample_.rows.size());
    DecisionGrid at_points{{}, std::vector<FitSummary>(lambdas)}, on_sample = at_points;
    DecisionFunctions functions;
    for (const Division& fold : folds()) {
      const auto fits = fits_outside(fold);
      const DecisionGrid train = fits->on_train(grid);
      Matrix& held = on_sample.by_weight.emplace_back(
          Matrix::Constant(n, static_cast<Index>(lambdas), std::numeric_limits<double>::quiet_NaN()));
      held(fold.inside, Eigen::all) = train.rows(resample_.rows_at(fold.inside)).by_weight.front();
      const DecisionGrid at = points.part != Points::Part::train
                                  ? at_points_by(*fits, grid, points, functions)
                              : points.rows ? train.rows(*points.rows)
                                            : train;
      at_points.by_weight.push_back(at.by_weight.front());
      for (std::size_t k = 0; k < lambdas; ++k) {
        on_sample.summaries[k].see(train.summaries[k]);
        at_points.summaries[k].see(at.summaries[k]);
      }
      cache_.done(2 * lambdas);
    }
    return estimates(at_points, on_sample, functions);
  }

  /// At each lambda; with what is predicted by where there are functions.
  std::vector<Estimate> estimates(const DecisionGrid& at_points, const DecisionGrid& on_sample,
                                  DecisionFunctions functions) const {
    std::vector<Estimate> out;
    for (std::size_t k = 0; k < at_points.summaries.size(); ++k)
      out.push_back(estimate(at_points, on_sample, k));
    if (functions.coefficients.size() == 0) return out;
    if (!on_sample.by_weight.empty()) functions.on_sample = on_sample.at(0);
    out.front().predictor =
        std::make_shared<Predictor>(of_dual(kernel_.kernel(), cache_.draw().train.x, std::move(functions)));
    return out;
  }

  Estimate estimate(const DecisionGrid& at_points, const DecisionGrid& on_sample, std::size_t k) const {
    const Matrix sample_values = on_sample.by_weight.empty() ? Matrix() : on_sample.at(k);
    Estimate out = calibration_.probability(at_points.at(k), sample_values, resample_.labels());
    out.summary.see(at_points.summaries[k]);
    if (!on_sample.summaries.empty()) out.summary.see(on_sample.summaries[k]);
    kernel_.add_facts(out.facts);
    if (out.summary.dc_steps > 0) {
      out.facts["dc_steps"] =
          static_cast<double>(out.summary.dc_steps) / static_cast<double>(out.summary.fits);
    }
    return out;
  }

  DrawCache& cache_;
  ClassifierLoss loss_;
  std::string loss_name_;
  KernelCache& kernel_;
  const Calibration& calibration_;
  Resample resample_;
  bool whole_; ///< the resample is the training sample itself
  Calibration::Reads reads_;
  Gram gram_;
  std::unique_ptr<const WeightedFits> fits_;
};

} // namespace

std::optional<Estimate> MarginLearner::from_values(const DecisionFunctions& by, const Matrix& values,
                                                   const WeightedLabels& labels) const {
  const Labels& y = labels.y;
  const Calibration::Reads reads = calibration_->reads(size_of(labels));
  const bool reads_sample = reads.on_sample != OnSample::none;
  if (y.size() == 0) return std::nullopt;
  if (!reads.by_fold && values.cols() != static_cast<Index>(reads.weights.size())) return std::nullopt;
  if (by.on_sample.cols() != (reads_sample ? values.cols() : 0)) return std::nullopt;
  if (reads_sample && by.on_sample.rows() != y.size()) return std::nullopt;
  return calibration_->probability(values, by.on_sample, labels);
}

MarginLearner::MarginLearner(Classifier classifier, std::shared_ptr<const Calibration> calibration)
    : classifier_(std::move(classifier)), calibration_(std::move(calibration)) {
  require(!std::holds_alternative<TruncatedHinge>(classifier_.loss),
          "weighted_truncated_svm has a decision function for each class, and this method reads one alone. "
          "Name a weighted_svm, or the method border_weight.");
  require(!std::holds_alternative<GivenScores>(classifier_.loss),
          "given_scores is a column of scores, and this method fits machines. Choose another method, such as "
          "--method platt.");
}

std::unique_ptr<Learned> MarginLearner::learn(DrawCache& cache, const Resample& resample) const {
  return std::make_unique<LearnedMargin>(cache, classifier_, *calibration_, resample);
}

Rule MarginLearner::rule(const std::optional<double>& sigma) const {
  const Classifier at = classifier_.at(sigma);
  return {at.text(), std::make_unique<MarginLearner>(at, std::make_shared<SoftmaxScaling>()),
          at.kernel.has_bandwidth()};
}

std::unique_ptr<Learner> MarginLearner::at_bandwidth(double sigma) const {
  return std::make_unique<MarginLearner>(classifier_.at(sigma), calibration_);
}

std::optional<double> MarginLearner::lambda_factor(double sigma) const {
  const KernelChoice& kernel = classifier_.kernel;
  if (!kernel.has_bandwidth() || kernel.width != Kernel::Width::outside) return std::nullopt;
  const double ratio = sigma / kernel.sigma;
  return ratio * ratio; // of K / c the norm is c times that of K
}

} // namespace core
