#pragma once

namespace core {

/// 1 - erf(x), the chance that a standard normal number is farther from 0 than sqrt(2) x >= 0: to 1e-13
/// max(1, x) relative for x >= 0, absolute below. By additions, multiplications and divisions alone
/// (core/elementary/functions.hpp).
double erfc(double x);

} // namespace core
