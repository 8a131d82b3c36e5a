#pragma once
#include <algorithm>

#include "core/loss/hinge.hpp"

// The loss of psi-learning (Shen, Tseng, Zhang & Wong 2003; Wang, Shen & Liu 2008, section 2.1):
//
//   psi(z) = 1 - sign(z)  for z < 0 or z >= 1,   2 (1 - z)  for 0 <= z < 1.
//
// At z = 0 both pieces give 2 and at z = 1 both give 0, so psi is continuous and no convention about sign(0)
// is needed. It is not convex, but
//
//   psi(z) = 2 (1 - z)_+  -  2 (-z)_+                        a difference of convex functions, and
//   psi(z) = min { 2 (1 - z)_+,  2 + 2 (z - 1)_+ }           the smaller of two convex functions:
//
// the second line is what the first becomes when 2 (-z)_+ is replaced by its tangent: 0, or -2z from a point
// z < 0.
namespace core {

/// The psi loss of the margin z = y f(x): between 0 and 2.
inline double psi(double margin) {
  return std::clamp(2 * (1 - margin), 0.0, 2.0);
}

/// The convex majorants that meet psi: `falling` 2 (1 - z)_+ where z >= 0, `flat` 2 + 2 (z - 1)_+ where z
/// <= 1.
enum class PsiPiece : char { falling, flat };

/// The box of the dual variable of an observation with weight S under a majorant: up to the constant `flat`
/// adds, support(psi_box(y, S, piece), y - f) is S times the majorant of psi at y f. falling: y times [0,
/// 2S]; flat: y times [-2S, 0].
inline Box psi_box(double y, double weight, PsiPiece piece) {
  return hinge_box(piece == PsiPiece::falling ? y : -y, 2 * weight);
}

/// What `flat` adds to the support of its box: 2S.
inline double psi_constant(double weight, PsiPiece piece) {
  return piece == PsiPiece::flat ? 2 * weight : 0;
}

} // namespace core
