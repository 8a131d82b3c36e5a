#pragma once
#include <vector>

#include "core/probability/scaling/isotonic.hpp"

// Venn-Abers prediction (Vovk & Petej 2014; Vovk, Petej & Fedorova 2015).
//
// Problem: at a score z, p1 is the value at z of the isotonic regression of the calibration points and one
// positive more at z, p0 the same with one negative more. One of the two is calibrated exactly if points are
// exchangeable. Their merger p1 / (1 - p0 + p1) is the probability of least regret in log loss.
//
// Solution: all values in one pass (Vovk, Petej & Fedorova 2015, algorithms 1 and 2). Let P_j = (points,
// positives) of the first j levels. A positive in front of level i shifts P_0 ... P_{i-1} to Q_j = P_j - (1,
// 1), and p1 is the slope of the lower hull of Q_0 ... Q_{i-1}, P_i ... P_k across the gap. From i to i + 1
// the slope never falls. So the left end of that edge either stays or becomes Q_i, and only the part of the
// hull to the right of it is kept. A point of score z_i itself has the same value: a level that is all
// positive stands above none at its right, so it is merged with level i.
//
// p0 is 1 - p1 with all scores and labels reversed.
//
// Exactness: without weights, or with whole ones, points are whole numbers. Turns are compared by products of
// these, exactly up to 2^26 points, and each value is one division. A weight counts so many calibration
// points; the point more at z is one.
namespace core {

struct VennAbersPair {
  double p0 = 0, p1 = 1; ///< p0 <= p1
  double merged() const { return p1 / (1 - p0 + p1); }
};

class VennAbersFit {
 public:
  /// Cost k, for k levels.
  explicit VennAbersFit(std::vector<ScoreLevel> levels);

  /// At a score, which is level with a level no farther off than `within`. Cost log k.
  VennAbersPair operator()(double score, double within = 0) const;

 private:
  std::vector<ScoreLevel> levels_;
  std::vector<double> p0_, p1_; ///< [k], at the score of each level
};

// Cross Venn-Abers (Vovk, Petej & Fedorova 2015, algorithm 3): each of k folds has a predictor of its own, of
// the values that the fit on the other folds gives the points of this one. With geometric means over the
// folds the probability is GM(p1) / (GM(1 - p0) + GM(p1)). Neither pairs of machines nor a refit a point are
// needed: the cost is that of the k fits and of sorting n values.

/// The merged probability, calibrated on the decision values of the sample. Decision values within
/// `level_within` of each other are tied. Facts: venn_abers_width, the mean of p1 - p0 over the points.
/// Series, where they are asked for: venn_abers.p0 and venn_abers.p1, of cross 1 - GM(1 - p0) and GM(p1).
struct VennAbersScaling final : Scaling {
  enum class Variant { inductive, cross };
  Variant variant = Variant::inductive; ///< cross: folds >= 2
  bool keeps_pairs = false;
  Reads reads(Eigen::Index n) const override;
  Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                       const WeightedLabels& labels) const override;
};

} // namespace core
