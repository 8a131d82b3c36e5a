#include "core/probability/multiclass/class_problems.hpp"

#include <algorithm>
#include <utility>

#include "core/solver/columns.hpp"

namespace core {
namespace {

using Eigen::Index;

int largest_class(const ClassNumbers& y) {
  const std::vector<Index> counts = y.counts();
  return static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

bool has_a_baseline(ClassScheme scheme) {
  return scheme == ClassScheme::baseline_learning || scheme == ClassScheme::baseline_reconstruction;
}

bool votes(ClassScheme scheme) {
  return scheme == ClassScheme::pairwise_voted || scheme == ClassScheme::baseline_reconstruction;
}

double odds(double q) {
  return q / (1 - q);
}

/// q(i, j) [m] for each pair of classes, the chance of class i among the two.
class Pairs {
 public:
  explicit Pairs(int classes) : classes_(classes), of_(place(classes, 0)) {}

  void add(int first, int second, const Vector& q) {
    pairs_.emplace_back(first, second);
    of_[place(first, second)] = q;
    of_[place(second, first)] = (1 - q.array()).matrix();
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

/// Shares of the classes [m x K] in proportion to their odds.
Probabilities in_proportion(Matrix parts) {
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
  return out;
}

ClassProblems::ClassProblems(ClassScheme scheme, const ClassNumbers& train)
    : scheme_(scheme), classes_(train.classes) {
  if (has_a_baseline(scheme)) baseline_ = largest_class(train);
  for (int k = 0; k < classes_; ++k) {
    if (scheme != ClassScheme::pairwise_voted) {
      if (k != baseline_) problems_.push_back({k, baseline_});
      continue;
    }
    for (int j = k + 1; j < classes_; ++j) problems_.push_back({k, j});
  }
}

ClassAnswer ClassProblems::together(const std::vector<Vector>& answers) const {
  const Index points = answers.front().size();
  Matrix parts = Matrix::Ones(points, classes_);
  for (std::size_t at = 0; at < problems_.size(); ++at) {
    if (baseline_)
      parts.col(problems_[at].positive) = answers[at].unaryExpr(&odds);
    else
      parts.col(problems_[at].positive) = answers[at];
  }
  if (!votes(scheme_)) return {in_proportion(std::move(parts))};
  Pairs pairs(classes_);
  for (std::size_t at = 0; at < problems_.size(); ++at)
    pairs.add(problems_[at].positive, *problems_[at].negative, answers[at]);
  for (int i = 0; i < classes_; ++i)
    for (int j = i + 1; j < classes_; ++j)
      if (!pairs.have(i, j))
        pairs.add(i, j, (parts.col(i).array() / (parts.col(i) + parts.col(j)).array()).matrix());
  return voted(pairs, points, classes_);
}

} // namespace core
