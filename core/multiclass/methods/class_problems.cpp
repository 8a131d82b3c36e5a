#include "core/multiclass/methods/class_problems.hpp"

#include <algorithm>
#include <utility>

#include "core/loss/logistic_sums.hpp"
#include "core/multiclass/logit/softmax.hpp"
#include "core/multiclass/methods/pairwise_coupling.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {
namespace {

using Eigen::Index;

int largest_class(const ClassNumbers& y) {
  const Vector totals = y.totals();
  return static_cast<int>(std::max_element(totals.begin(), totals.end()) - totals.begin());
}

bool has_a_baseline(ClassScheme scheme) {
  return scheme == ClassScheme::baseline_learning || scheme == ClassScheme::baseline_reconstruction;
}

bool votes(ClassScheme scheme) {
  return scheme == ClassScheme::pairwise_voted || scheme == ClassScheme::baseline_reconstruction;
}

bool takes_all_pairs(ClassScheme scheme) {
  return scheme == ClassScheme::pairwise_voted || scheme == ClassScheme::pairwise_coupling;
}

double odds(double q) {
  return q / (1 - q);
}

/// Of the negative class [m]; by the log-odds where they are known, as 1 - q has no digits below a roundoff.
Vector complement(const Probabilities& q) {
  if (q.log_odds().size() > 0) return sigmoids(-q.log_odds());
  return (1 - q.positive().array()).matrix();
}

/// q(i, j) [m] for each pair of classes, the chance of class i among the two.
class Pairs {
 public:
  explicit Pairs(int classes) : classes_(classes), of_(place(classes, 0)) {}

  void add(int first, int second, const Probabilities& q) {
    pairs_.emplace_back(first, second);
    of_[place(first, second)] = q.positive();
    of_[place(second, first)] = complement(q);
  }

  bool have(int i, int j) const { return of_[place(i, j)].size() > 0; }
  const Vector& operator()(int i, int j) const { return of_[place(i, j)]; }

  /// The class that wins most of a point's pairs.
  int winner(Index point) const {
    Vector wins = Vector::Zero(classes_);
    for (const auto& [first, second] : pairs_) ++wins((*this)(first, second)(point) >= 0.5 ? first : second);
    Index most = 0;
    wins.maxCoeff(&most);
    return static_cast<int>(most);
  }

 private:
  std::size_t place(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(classes_) + static_cast<std::size_t>(j);
  }

  int classes_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<Vector> of_;
};

/// Shares of the classes [m x K] in proportion to their odds; all alike where none has any.
Probabilities in_proportion(Matrix parts) {
  const Vector sums = row_sums(parts);
  for (Index i = 0; i < parts.rows(); ++i)
    if (sums(i) == 0) parts.row(i).setOnes();
  parts.array().colwise() /= row_sums(parts).array().eval();
  return Probabilities::of_classes(parts);
}

/// The odds of each class against the winner of the point.
ClassAnswer voted(const Pairs& pairs, Index points, int classes) {
  Matrix parts = Matrix::Ones(points, classes);
  Labels winners(points);
  for (Index i = 0; i < points; ++i) {
    const int winner = pairs.winner(i);
    winners(i) = label_of(winner, classes);
    for (int k = 0; k < classes; ++k)
      if (k != winner) parts(i, k) = odds(pairs(k, winner)(i));
  }
  return {in_proportion(std::move(parts)), std::move(winners)};
}

/// The softmax of the log-odds, which every problem has.
ClassAnswer of_scores(const std::vector<Probabilities>& answers, int classes) {
  Matrix scores(answers.front().size(), classes);
  for (std::size_t k = 0; k < answers.size(); ++k) scores.col(static_cast<Index>(k)) = answers[k].log_odds();
  if (answers.size() == 1) scores << answers.front().log_odds() / 2, -answers.front().log_odds() / 2;
  const Matrix logs = log_softmax(scores);
  ClassAnswer out{Probabilities::of_classes(exponentials(logs), logs)};
  out.scores = std::move(scores);
  return out;
}

/// The coupling of each point's pairs, of three classes or more.
ClassAnswer coupled_pairs(const Pairs& pairs, Index points, int classes) {
  Matrix p(points, classes), r = Matrix::Zero(classes, classes);
  ClassAnswer out;
  out.gap = 0;
  for (Index i = 0; i < points; ++i) {
    for (int j = 0; j < classes; ++j)
      for (int k = 0; k < classes; ++k)
        if (k != j) r(j, k) = pairs(j, k)(i);
    const Coupling one = coupled(r);
    p.row(i) = one.p.transpose();
    out.gap = std::max(*out.gap, one.gap);
  }
  out.probability = Probabilities::of_classes(p);
  return out;
}

} // namespace

Resample members(const ClassNumbers& y, const TwoClasses& two) {
  Resample out;
  std::vector<double> labels;
  for (std::size_t i = 0; i < y.of.size(); ++i) {
    if (!two.has(y.of[i])) continue;
    out.rows.push_back(static_cast<Index>(i));
    labels.push_back(y.of[i] == two.positive ? 1 : -1);
  }
  out.y = Eigen::Map<const Vector>(labels.data(), static_cast<Index>(labels.size()));
  out.weights = weights_of(y.weights, out.rows);
  return out;
}

ClassProblems::ClassProblems(ClassScheme scheme, const ClassNumbers& train)
    : scheme_(scheme), classes_(train.classes) {
  if (has_a_baseline(scheme)) baseline_ = largest_class(train);
  if (scheme == ClassScheme::one_vs_rest_scores && classes_ == 2) {
    problems_.push_back({0, std::nullopt});
    return;
  }
  for (int k = 0; k < classes_; ++k) {
    if (!takes_all_pairs(scheme)) {
      if (k != baseline_) problems_.push_back({k, baseline_});
      continue;
    }
    for (int j = k + 1; j < classes_; ++j) problems_.push_back({k, j});
  }
}

ClassAnswer ClassProblems::together(const std::vector<Probabilities>& answers) const {
  if (scheme_ == ClassScheme::pairwise_coupling && classes_ == 2) return {answers.front(), {}, {}, 0};
  if (scheme_ == ClassScheme::one_vs_rest_scores) return of_scores(answers, classes_);
  const Index points = answers.front().size();
  Pairs pairs(classes_);
  if (takes_all_pairs(scheme_) || votes(scheme_))
    for (std::size_t at = 0; at < problems_.size(); ++at)
      pairs.add(problems_[at].positive, *problems_[at].negative, answers[at]);
  if (scheme_ == ClassScheme::pairwise_coupling) return coupled_pairs(pairs, points, classes_);
  Matrix parts = Matrix::Ones(points, classes_);
  for (std::size_t at = 0; at < problems_.size(); ++at) {
    if (baseline_)
      parts.col(problems_[at].positive) = answers[at].positive().unaryExpr(&odds);
    else
      parts.col(problems_[at].positive) = answers[at].positive();
  }
  if (!votes(scheme_)) return {in_proportion(std::move(parts))};
  for (int i = 0; i < classes_; ++i)
    for (int j = i + 1; j < classes_; ++j)
      if (!pairs.have(i, j))
        pairs.add(i, j, Vector(parts.col(i).array() / (parts.col(i) + parts.col(j)).array()));
  return voted(pairs, points, classes_);
}

void take(ClassAnswer answer, Estimate& estimate) {
  estimate.probability = std::move(answer.probability);
  estimate.voted = std::move(answer.voted);
  estimate.class_scores = std::move(answer.scores);
  if (!answer.gap) return;
  estimate.facts["coupling_gap"] = *answer.gap;
  if (*answer.gap > coupled_within) estimate.summary.status = Status::not_converged;
}

} // namespace core
