#include "core/multiclass/methods/binary_reductions.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/estimate/draw_cache.hpp"
#include "core/sample/class_numbers.hpp"

namespace core {
namespace {

class LearnedReduction final : public Learned {
 public:
  LearnedReduction(DrawCache& cache, const Resample& resample, ClassScheme scheme, const Learner& binary)
      : classes_(cache.draw().train.classes), problems_(scheme, class_numbers(resample.labels(), classes_)) {
    for (const TwoClasses& two : problems_.all()) {
      Resample own = members(class_numbers(resample.labels(), classes_), two);
      for (Eigen::Index& row : own.rows) row = resample.rows[static_cast<std::size_t>(row)];
      learned_.push_back(binary.learn(cache, own));
    }
  }

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    std::vector<std::vector<Estimate>> answers; // [problems] of [lambdas]
    for (const auto& one : learned_) answers.push_back(one->curve(lambdas, points));
    std::vector<Estimate> out;
    for (std::size_t at = 0; at < lambdas.size(); ++at) out.push_back(joined(answers, at));
    return out;
  }

 private:
  Estimate joined(const std::vector<std::vector<Estimate>>& answers, std::size_t at) const {
    Estimate out;
    std::vector<Probabilities> q;
    for (const std::vector<Estimate>& of_problem : answers) {
      const Estimate& one = of_problem[at];
      q.push_back(one.probability);
      out.summary.see(one.summary);
      for (const auto& [name, value] : one.facts) add_fact(out, name, value);
      out.see_remarks(one);
    }
    out.predictor = predictor_of(answers, at);
    if (problems_.baseline()) out.facts["baseline"] = label_of(*problems_.baseline(), classes_);
    take(problems_.together(q), out);
    return out;
  }

  /// Those of all problems in one: they have the kernel and its rows in common. Nothing where one has none.
  static std::shared_ptr<const Predictor> predictor_of(const std::vector<std::vector<Estimate>>& answers,
                                                       std::size_t at) {
    std::shared_ptr<Predictor> out;
    for (const std::vector<Estimate>& of_problem : answers) {
      const auto& one = of_problem[at].predictor;
      if (!one) return nullptr;
      if (!out)
        out = std::make_shared<Predictor>(*one);
      else
        out->problems.push_back(one->problems.front());
    }
    return out;
  }

  /// Parameters of one problem's scaling say nothing of all.
  void add_fact(Estimate& out, const std::string& name, double value) const {
    if (name == "nonmonotone" || name == "platt_clipped")
      out.facts[name] += value;
    else if (name == "dc_steps")
      out.facts[name] += value / static_cast<double>(learned_.size());
    else if (name == "sigma")
      out.facts[name] = value;
    else if (name.ends_with("_gradient"))
      out.facts[name] = std::max(out.facts[name], value);
  }

  int classes_;
  ClassProblems problems_;
  std::vector<std::unique_ptr<Learned>> learned_;
};

} // namespace

std::unique_ptr<Learned> BinaryReduction::learn(DrawCache& cache, const Resample& resample) const {
  return std::make_unique<LearnedReduction>(cache, resample, scheme_, *binary_);
}

std::optional<Estimate> BinaryReduction::predicted(const Predictor& by, const Question& question) const {
  const ClassNumbers y = class_numbers(question.labels, question.classes);
  const ClassProblems problems(scheme_, y);
  if (by.problems.size() != problems.all().size() || !by.takes(question.x.cols())) return std::nullopt;
  const std::vector<Matrix> decisions = by.decisions(question.x);
  Estimate out;
  std::vector<Probabilities> answers;
  for (std::size_t k = 0; k < by.problems.size(); ++k) {
    const auto one =
        binary_->from_values(by.problems[k], decisions[k], members(y, problems.all()[k]).labels());
    if (!one) return std::nullopt;
    answers.push_back(one->probability);
  }
  take(problems.together(answers), out);
  return out;
}

std::unique_ptr<Learner> BinaryReduction::at_bandwidth(double sigma) const {
  return std::make_unique<BinaryReduction>(scheme_, binary_->at_bandwidth(sigma));
}

} // namespace core
