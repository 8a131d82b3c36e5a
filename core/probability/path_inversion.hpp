#pragma once
#include <cstdint>
#include <vector>

#include "core/sample/types.hpp"

// Algorithm 1 of Wang, Shen & Liu (2008), section 2.2, in the limit of infinitely many weights: the sign of
// the whole solution path in place of its signs at j/m.
//
// With f_pi(x) known for every pi in [0, 1],
//   pi^* = sup{pi : f_pi(x) > 0},   pi_* = inf{pi : f_pi(x) < 0},   p(x) = (pi_* + pi^*) / 2,
// where 0 always belongs to the first set and 1 to the second, as in core/probability/bracket.hpp. Where the
// path crosses zero once, p(x) is the weight at which it does; where it stays zero for a while, the middle of
// that while. A value that is level with 0 (core/estimate/calibration.hpp) is 0. Exact on its input: there
// is nothing to certify but the path.
namespace core {

struct Inversion {
  Vector probability;           ///< [k], 0 .. 1
  std::int64_t nonmonotone = 0; ///< points with pi_* < pi^*: somewhere f rises through zero as pi grows
};

/// decision [k x B]: column j holds f at the k points at weight pi[j]. Between neighbouring weights f is
/// linear; two equal weights are a jump. pi [B] rises within [0, 1], B >= 1. Cost k B.
Inversion invert(const std::vector<double>& pi, const Matrix& decision);

} // namespace core
