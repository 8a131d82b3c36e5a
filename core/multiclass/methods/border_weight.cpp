#include "core/multiclass/methods/border_weight.hpp"

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/multiclass/methods/grid_fits.hpp"
#include "core/settings/parameters.hpp"
#include "core/solver/large/kernel_factor.hpp"

namespace core {
namespace {

using Eigen::Index;

const TruncatedHinge& loss_of(const Classifier& classifier) {
  require(std::holds_alternative<TruncatedHinge>(classifier.loss),
          "border_weight asks for classifiers of several classes, and a " + classifier.loss_name() +
              " machine has one decision function. Name a weighted_truncated_svm.");
  return std::get<TruncatedHinge>(classifier.loss);
}

void require_classes(BorderScheme scheme, int classes) {
  require(classes <= 8, "border_weight takes at most 8 classes, not " + std::to_string(classes) +
                            ". The grid of weights grows as a power of them. Join some of them.");
  require(scheme == BorderScheme::indirect || classes == 3,
          "scheme: direct is for three classes, and there are " + std::to_string(classes) +
              ". Small simplices tile the weights of three only. Write scheme: indirect.",
          {"scheme"});
}

void require_every_class(const Labels& y, int classes) {
  for (int k = 0; k < classes; ++k)
    require((y.array() == label_of(k, classes)).any(),
            "Class " + shortest(label_of(k, classes)) +
                " has no training row. Take more rows, or sampling: stratified.");
}

class LearnedBorderWeight final : public Learned {
 public:
  LearnedBorderWeight(DrawCache& cache, const Classifier& classifier, const BorderWeight::Options& options,
                      Resample resample)
      : cache_(cache),
        classifier_(classifier),
        kernel_(cache.kernel(classifier.kernel)),
        options_(options),
        resample_(std::move(resample)),
        whole_(resample_.is(cache.whole())),
        classes_(cache.draw().train.classes) {
    require_classes(options_.scheme, classes_);
    if (whole_) require_every_class(resample_.y, classes_);
  }

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const WeightGrid grid =
        weight_grid(points.part == Points::Part::test ? options_.step : options_.tuning_step, classes_);
    const Matrix features = features_at(points);
    const Index m =
        points.rows ? static_cast<Index>(points.rows->size()) : part_of(cache_.draw(), points.part).size();
    std::vector<Estimate> out;
    for (const double lambda : lambdas) {
      const std::shared_ptr<const GridFits> fits = fits_at(lambda, grid);
      cache_.done(fits->rules.size());
      out.push_back(estimate(*fits, grid, features, m));
    }
    return out;
  }

 private:
  /// Machines of one lambda on a grid: of the whole sample, those that another scheme has asked for.
  std::shared_ptr<const GridFits> fits_at(double lambda, const WeightGrid& grid) {
    const auto fit = [&] {
      return std::make_shared<const GridFits>(
          grid_fits(sample(), grid, std::get<TruncatedHinge>(classifier_.loss), 1 / lambda));
    };
    if (!whole_) return fit();
    return cache_.remembered<GridFits>("border weights, " + classifier_.text() + ", " +
                                           std::to_string(grid.M) + " intervals, lambda " + shortest(lambda),
                                       fit);
  }

  const GridSample& sample() {
    if (sample_) return *sample_;
    sample_.emplace();
    sample_->is_linear = !classifier_.kernel.has_bandwidth();
    sample_->weights = resample_.weights;
    sample_->labels.resize(resample_.y.size());
    for (Index i = 0; i < resample_.y.size(); ++i)
      sample_->labels(i) = class_of(resample_.y(i), classes_) + 1;
    if (sample_->is_linear) {
      sample_->x = cache_.draw().train.x(resample_.rows, Eigen::all);
    } else {
      const Matrix gram = kernel_.gram()(resample_.rows, resample_.rows);
      constexpr double enough = 1e-12;
      sample_->x = kernel_factor(gram, enough, gram.rows()).x;
    }
    return *sample_;
  }

  /// Inputs, or the kernel against the resample's rows.
  Matrix features_at(const Points& points) {
    if (!classifier_.kernel.has_bandwidth()) return padded_features(inputs_at(cache_.draw(), points));
    const Matrix& cross = kernel_.against_train(points.part);
    return padded_features(points.rows ? Matrix(cross(*points.rows, resample_.rows))
                                       : Matrix(cross(Eigen::all, resample_.rows)));
  }

  Estimate estimate(const GridFits& fits, const WeightGrid& grid, const Matrix& features, Index m) {
    const LabelMap map(grid, fits.rules);
    const bool direct = options_.scheme == BorderScheme::direct;
    const BorderProbabilities found = direct ? direct_probabilities(map, features, m)
                                             : indirect_probabilities(map, features, m, options_.grid);
    Estimate out;
    out.probability = Probabilities::of_classes(found.p, found.log_p);
    out.summary = fits.summary;
    kernel_.add_facts(out.facts);
    const auto points = static_cast<double>(std::max<Index>(1, m));
    out.facts["problems"] = static_cast<double>(grid.interior);
    out.facts["dc_steps"] =
        static_cast<double>(fits.summary.dc_steps) / static_cast<double>(fits.summary.fits);
    out.facts["support"] = fits.support;
    out.facts["further_support"] = fits.further_support;
    if (direct)
      out.facts["several"] = static_cast<double>(found.several) / points;
    else
      out.facts["nowhere"] = static_cast<double>(found.nowhere) / points;
    return out;
  }

  DrawCache& cache_;
  Classifier classifier_;
  KernelCache& kernel_;
  BorderWeight::Options options_;
  Resample resample_;
  bool whole_; ///< the resample is the training sample itself
  int classes_;
  std::optional<GridSample> sample_;
};

} // namespace

BorderWeight::BorderWeight(const Classifier& classifier, const Options& options)
    : classifier_(classifier), options_(options) {
  loss_of(classifier);
  require_grid("step", options.step, 2);
  require_grid("tuning_step", options.tuning_step, 2);
}

std::vector<Objection> BorderWeight::warnings(const WeightedLabels& train) const {
  const int classes = train.y.minCoeff() < 0 ? 2 : static_cast<int>(train.y.maxCoeff());
  require_classes(options_.scheme, classes);
  require_grid("step", options_.step, classes);
  require_grid("tuning_step", options_.tuning_step, classes);
  return {};
}

std::unique_ptr<Learned> BorderWeight::learn(DrawCache& cache, const Resample& resample) const {
  return std::make_unique<LearnedBorderWeight>(cache, classifier_, options_, resample);
}

std::unique_ptr<Learner> BorderWeight::at_bandwidth(double sigma) const {
  return std::make_unique<BorderWeight>(classifier_.at(sigma), options_);
}

} // namespace core
