#pragma once

namespace core {

/// Both derivatives of a loss at one margin, or at a pack of them.
template <class Real>
struct SlopesAt {
  Real slope, curvature;
};
using Slopes = SlopesAt<double>;

} // namespace core
