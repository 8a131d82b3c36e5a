#include "core/probability/multiclass/binary_reductions.hpp"

#include <algorithm>

#include "core/class_numbers.hpp"
#include "core/probability/draw_cache.hpp"
#include "core/solver/columns.hpp"

namespace core {
namespace {

using Eigen::Index;
using Scheme = BinaryReduction::Scheme;

/// The points of a resample that are of class k, labelled +1, and those of the rest, or of one other class,
/// labelled -1.
Resample problem(const Resample& resample, const ClassNumbers& y, int k, std::optional<int> against) {
  Resample out;
  std::vector<double> labels;
  for (std::size_t i = 0; i < y.of.size(); ++i) {
    if (y.of[i] != k && against && y.of[i] != *against) continue;
    out.rows.push_back(resample.rows[i]);
    labels.push_back(y.of[i] == k ? 1 : -1);
  }
  out.y = Eigen::Map<const Vector>(labels.data(), static_cast<Index>(labels.size()));
  return out;
}

class LearnedReduction final : public Learned {
 public:
  LearnedReduction(DrawCache& cache, const Resample& resample, Scheme scheme, const Learner& binary)
      : classes_(cache.draw().train.classes) {
    const ClassNumbers y = class_numbers(resample.y, classes_);
    if (scheme == Scheme::baseline_learning) {
      const std::vector<Index> counts = y.counts();
      baseline_ = static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    }
    for (int k = 0; k < classes_; ++k)
      if (k != baseline_) problems_.push_back(binary.learn(cache, problem(resample, y, k, baseline_)));
  }

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    std::vector<std::vector<Estimate>> answers; // [problems] of [lambdas]
    for (const auto& one : problems_) answers.push_back(one->curve(lambdas, points));
    std::vector<Estimate> out;
    for (std::size_t at = 0; at < lambdas.size(); ++at) out.push_back(joined(answers, at));
    return out;
  }

 private:
  Estimate joined(const std::vector<std::vector<Estimate>>& answers, std::size_t at) const {
    Matrix parts = Matrix::Ones(answers.front()[at].probability.size(), classes_);
    Estimate out;
    std::size_t next = 0;
    for (int k = 0; k < classes_; ++k) {
      if (k == baseline_) continue;
      const Estimate& one = answers[next++][at];
      const auto q = one.probability.positive().array();
      if (baseline_)
        parts.col(k) = (q / (1 - q)).matrix();
      else
        parts.col(k) = q.matrix();
      out.summary.see(one.summary);
      for (const auto& [name, value] : one.facts) add_fact(out, name, value);
    }
    if (baseline_) out.facts["baseline"] = label_of(*baseline_, classes_);
    parts.array().colwise() /= row_sums(parts).array().eval();
    out.probability = Probabilities::of_classes(parts);
    return out;
  }

  void add_fact(Estimate& out, const std::string& name, double value) const {
    if (name == "nonmonotone")
      out.facts[name] += value;
    else if (name == "dc_steps")
      out.facts[name] += value / static_cast<double>(problems_.size());
    else
      out.facts[name] = value;
  }

  int classes_;
  std::optional<int> baseline_;
  std::vector<std::unique_ptr<Learned>> problems_;
};

} // namespace

std::unique_ptr<Learned> BinaryReduction::learn(DrawCache& cache, const Resample& resample) const {
  return std::make_unique<LearnedReduction>(cache, resample, scheme_, *binary_);
}

std::unique_ptr<Learner> BinaryReduction::at_bandwidth(double sigma) const {
  return std::make_unique<BinaryReduction>(scheme_, binary_->at_bandwidth(sigma));
}

} // namespace core
