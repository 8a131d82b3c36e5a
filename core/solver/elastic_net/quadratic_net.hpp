#pragma once
#include "core/sample/types.hpp"

namespace core {

/// x'Q x / 2 - c'x + one |x|_1.
struct QuadraticNet {
  const Matrix& q; ///< [k x k] positive definite, both triangles
  const Vector& c; ///< [k]
  double one;      ///< >= 0
};

/// Its minimiser [k], from x [k]: the minimum on the face of the coefficients that are not zero, by a
/// Cholesky factor, as far as no sign changes; where a coefficient leaves, or one at zero violates its
/// condition, a sweep by coordinates and the next face. The value falls from face to face, so that none comes
/// twice; where rounding ends that, or after 1000 faces, the last x. Cost |face|^3 / 6 + k^2 a face.
Vector minimum_of(const QuadraticNet& net, Vector x);

} // namespace core
