#pragma once
#include <optional>
#include <vector>

#include "core/estimate/estimate.hpp"
#include "core/estimate/resample.hpp"
#include "core/sample/class_numbers.hpp"

// Which problems of two classes K classes come to, and how their answers go together (Zeng & Zhang 2023, with
// Algorithm 1 of Wang, Shen & Liu 2008 on weighted classifiers; Wu, Lin & Weng 2004). What baselines divide
// by is positive where the two-class method never says 0 or 1, as the bracket never does.
namespace core {

enum class ClassScheme {
  one_vs_all, ///< each class against all others, q_k; p_k = q_k / sum_j q_j, all alike where the sum is 0
  baseline_learning, ///< each class against the largest one of the sample trained on, of level ones the
                     ///< first, q_k = p_k / (p_k + p_0); p_k in proportion to q_k / (1 - q_k), p_0 to 1
  pairwise_voted,    ///< each pair; the same with a baseline for each point, the class that wins most of its
                     ///< pairs, of level ones the first; a pair at q = 1/2 is won by its first class
  baseline_reconstruction, ///< the problems of baseline_learning; the other pairs follow from its
                           ///< probabilities, p_i / (p_i + p_j), and all go together as in pairwise_voted.
                           ///< The baseline is the second class of its pairs
  one_vs_rest_scores, ///< each class against all others, by its log-odds z_k; p_k in proportion to exp(z_k).
                      ///< Of two classes one problem, z_1 = z / 2 = -z_2
  pairwise_coupling   ///< each pair; coupled (core/multiclass/methods/pairwise_coupling.hpp)
};

/// A class against another, or against all others; numbered from 0.
struct TwoClasses {
  int positive;
  std::optional<int> negative{};

  bool has(int k) const { return k == positive || !negative || k == *negative; }
};

/// Those of the observations [n] that are of these classes, labelled +1 and -1, with their weights; rows
/// count observations.
Resample members(const ClassNumbers& y, const TwoClasses& two);

/// The answers to all problems in one.
struct ClassAnswer {
  Probabilities probability;   ///< [m x K]
  Labels voted{};              ///< [m] the class that wins most pairs, of a scheme that votes; else empty
  Matrix scores{};             ///< [m x K] the z of one_vs_rest_scores; else empty
  std::optional<double> gap{}; ///< of a scheme that couples: the largest over the points
};

class ClassProblems {
 public:
  /// A training sample gives K problems, K - 1, K (K - 1) / 2, or K - 1.
  ClassProblems(ClassScheme scheme, const ClassNumbers& train);

  const std::vector<TwoClasses>& all() const { return problems_; }

  /// The baseline class, where one is that of all points.
  std::optional<int> baseline() const { return baseline_; }

  /// From the probabilities of the two classes of each problem at m points, in the order of all().
  ClassAnswer together(const std::vector<Probabilities>& answers) const;

 private:
  ClassScheme scheme_;
  int classes_;
  std::optional<int> baseline_;
  std::vector<TwoClasses> problems_;
};

/// Enters an answer in the estimate. Fact: coupling_gap, of a scheme that couples; a gap of more than
/// `coupled_within` is not converged.
void take(ClassAnswer answer, Estimate& estimate);

} // namespace core
