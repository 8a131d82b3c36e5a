#pragma once
#include "core/sample/types.hpp"

namespace core {

/// log of exp(f_k) / sum_j exp(f_j) row by row, [m x K] for f [m x K]. -infinity where f is. Without
/// overflow.
Matrix log_softmax(const Matrix& f);

/// exp of each entry.
Matrix exponentials(const Matrix& logs);

} // namespace core
