#pragma once
#include <optional>

#include "core/multiclass/methods/label_map.hpp"

// From the labels of weighted classifiers to probabilities (Wu, Zhang & Liu 2010, section 3). At a point x
// the weights pi at which class k is predicted are a region R_k of the simplex; where the classifiers are
// Bayes's, pi_k p_k is the largest there, and the regions meet at the border weight, pi_k proportional to 1 /
// p_k.
namespace core {

/// Indirect: the share of the grid that predicts each class estimates the volume of R_k, and (9) gives p
/// (core/multiclass/methods/border_volumes.hpp). Direct, of three classes: the average of the small
/// triangles whose corners have all three labels estimates the border weight.
enum class BorderScheme { indirect, direct };

/// What an indirect share counts: interior points alike, as the paper counts, a class that is nowhere
/// predicted as half a point; or all points with boundary points by their solid angle, where no class is
/// without.
enum class ShareOf { interior, weighted };

/// Class probabilities [m x K] and their logarithms, with what was met on the way.
struct BorderProbabilities {
  Matrix p, log_p;
  Eigen::Index nowhere = 0; ///< points at which some class is predicted at no grid point that counts
  Eigen::Index several = 0; ///< points with more than one triangle, of the direct scheme
};

/// features [m' x (r+1)] as padded_features has them, m of them points. Cost of each distinct vector of
/// shares: five steps of Newton's method.
BorderProbabilities indirect_probabilities(const LabelMap& map, const Matrix& features, Eigen::Index m,
                                           ShareOf of);

/// Throws std::logic_error unless there are three classes. Boundary labels leave out the class of weight
/// zero, so by Sperner's lemma the triangles with three labels are odd in number.
BorderProbabilities direct_probabilities(const LabelMap& map, const Matrix& features, Eigen::Index m);

/// The triangles of a grid of three classes, by grid points; upward ones first.
struct Triangle {
  std::size_t corner[3];
};
std::vector<Triangle> triangles(const WeightGrid& grid);

} // namespace core
