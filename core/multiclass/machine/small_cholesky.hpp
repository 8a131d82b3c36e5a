#pragma once
#include "core/sample/types.hpp"

namespace core {

/// H = L L' in place, L in the lower triangle, for a positive definite H. A direction in which rounding has
/// left nothing of it is given a huge pivot: solutions do not move there, as interior point methods want it
/// near their end (Zhang 1998). False where entries are not finite. Cost N^3 / 3.
bool factorise(Matrix& H);

/// b := (L L')^{-1} b for b [N].
void solve_factorised(const Matrix& L, double* b);

} // namespace core
