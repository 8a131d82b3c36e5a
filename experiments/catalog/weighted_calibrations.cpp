#include "experiments/catalog/groups.hpp"

namespace experiments {
namespace {

std::unique_ptr<core::ProbabilityEstimator> bracket(const core::Parameters& p, Ingredients from) {
  auto calibration = std::make_unique<core::BracketCalibration>();
  calibration->intervals = p.integer("intervals");
  return calibrated(std::move(calibration), std::move(from));
}

core::Entry bracket_entry() {
  return {"bracket",
          "Bracket",
          "Wang, Shen & Liu (2008), Algorithm 1",
          "the class probability bracketed by the sign changes of weighted classifiers",
          1,
          {{.key = "intervals",
            .kind = core::Kind::integer,
            .fallback = std::int64_t{20},
            .meaning = "m, the number of intervals of [0, 1]; 0 stands for floor(sqrt n)",
            .good = std::int64_t{10},
            .bad = std::int64_t{-1},
            .least = 0,
            .most = 10'000}}};
}

} // namespace

std::unique_ptr<core::ProbabilityEstimator> calibrated(std::unique_ptr<core::Calibration> by,
                                                       Ingredients from) {
  auto learner = std::make_unique<core::MarginLearner>(from.classifier, std::move(by));
  return std::make_unique<core::TunedEstimator>(std::move(learner), std::move(from.criterion));
}

std::vector<MethodRow> weighted_calibrations() {
  return {{bracket_entry(), bracket}};
}

} // namespace experiments
