#include "core/probability/multiclass/class_problems.hpp"

#include <algorithm>

#include "core/solver/columns.hpp"

namespace core {
namespace {

using Eigen::Index;

int largest_class(const ClassNumbers& y) {
  const std::vector<Index> counts = y.counts();
  return static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

double odds(double q) {
  return q / (1 - q);
}

/// q(i, j) [m] for a pair, the chance of class i among the two.
class Pairs {
 public:
  Pairs(int classes, const std::vector<TwoClasses>& problems, const std::vector<Vector>& answers)
      : classes_(classes), of_(place(classes, 0)) {
    for (std::size_t at = 0; at < problems.size(); ++at) {
      const auto& [i, j] = problems[at];
      of_[place(i, *j)] = answers[at];
      of_[place(*j, i)] = (1 - answers[at].array()).matrix();
    }
  }

  const Vector& operator()(int i, int j) const { return of_[place(i, j)]; }

  /// The class that wins most of a point's pairs.
  int winner(Index point) const {
    Vector wins = Vector::Zero(classes_);
    for (int i = 0; i < classes_; ++i)
      for (int j = i + 1; j < classes_; ++j) ++wins((*this)(i, j)(point) >= 0.5 ? i : j);
    Index most = 0;
    wins.maxCoeff(&most);
    return static_cast<int>(most);
  }

 private:
  std::size_t place(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(classes_) + static_cast<std::size_t>(j);
  }

  int classes_;
  std::vector<Vector> of_;
};

/// The odds of each class against the winner of the point [m x K].
Matrix odds_against_winner(const Pairs& pairs, Index points, int classes) {
  Matrix out = Matrix::Ones(points, classes);
  for (Index i = 0; i < points; ++i) {
    const int winner = pairs.winner(i);
    for (int k = 0; k < classes; ++k)
      if (k != winner) out(i, k) = odds(pairs(k, winner)(i));
  }
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
  return out;
}

ClassProblems::ClassProblems(ClassScheme scheme, const ClassNumbers& train)
    : scheme_(scheme), classes_(train.classes) {
  if (scheme == ClassScheme::baseline_learning) baseline_ = largest_class(train);
  for (int k = 0; k < classes_; ++k) {
    if (scheme != ClassScheme::pairwise_voted) {
      if (k != baseline_) problems_.push_back({k, baseline_});
      continue;
    }
    for (int j = k + 1; j < classes_; ++j) problems_.push_back({k, j});
  }
}

Probabilities ClassProblems::together(const std::vector<Vector>& answers) const {
  const Index points = answers.front().size();
  Matrix parts = Matrix::Ones(points, classes_);
  if (scheme_ == ClassScheme::pairwise_voted) {
    parts = odds_against_winner({classes_, problems_, answers}, points, classes_);
  } else {
    for (std::size_t at = 0; at < problems_.size(); ++at) {
      if (baseline_)
        parts.col(problems_[at].positive) = answers[at].unaryExpr(&odds);
      else
        parts.col(problems_[at].positive) = answers[at];
    }
  }
  parts.array().colwise() /= row_sums(parts).array().eval();
  return Probabilities::of_classes(parts);
}

} // namespace core
