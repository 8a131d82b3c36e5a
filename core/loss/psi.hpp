#pragma once
#include <algorithm>
#include <compare>
#include <cstdint>

#include "core/loss/hinge.hpp"

namespace core {

/// The loss of psi-learning (Shen, Tseng, Zhang & Wong 2003; Wang, Shen & Liu 2008, section 2.1):
///
///   psi(z) = 1 - sign(z)  for z < 0 or z >= 1,   2 (1 - z)  for 0 <= z < 1,
///
/// between 0 and 2. At z = 0 both pieces give 2 and at z = 1 both give 0, so psi is continuous and no
/// convention about sign(0) is needed. It is not convex, but
///
///   psi(z) = 2 (1 - z)_+  -  2 (-z)_+                        a difference of convex functions, and
///   psi(z) = min { 2 (1 - z)_+,  2 + 2 (z - 1)_+ }           the smaller of two convex functions:
///
/// the second line is what the first becomes when 2 (-z)_+ is replaced by its tangent: 0, or -2z from a point
/// z < 0.
struct Psi {
  static constexpr const char* name = "psi";

  static double value(double z) { return std::clamp(2 * (1 - z), 0.0, 2.0); }

  /// The same at every z of an array.
  static auto values(const auto& z) { return (2 * (1 - z)).max(0.0).min(2.0); }

  static double slope(double z) { return 0 <= z && z < 1 ? -2 : 0; }

  /// The convex majorants that meet psi: `falling` 2 (1 - z)_+ where z >= 0, `flat` 2 + 2 (z - 1)_+ where z
  /// <= 1.
  enum class Majorant : char { falling, flat };

  /// The box of the dual variable of an observation with weight S under a majorant: up to the constant, the
  /// support of that box at y - f is S times the majorant of psi at y f. falling: y times [0, 2S]; flat: y
  /// times [-2S, 0].
  static Box box(double y, double weight, Majorant majorant) {
    return Hinge::box(majorant == Majorant::falling ? y : -y, 2 * weight);
  }

  /// What `flat` adds to the support of its box: 2S.
  static double constant(double weight, Majorant majorant) {
    return majorant == Majorant::flat ? 2 * weight : 0;
  }

  std::int64_t most_steps = 0; ///< of its d.c. descent; 0: until it ends by itself

  auto operator<=>(const Psi&) const = default;
};
static_assert(MarginLoss<Psi> && !ConvexLoss<Psi> && !SmoothLoss<Psi>);

} // namespace core
