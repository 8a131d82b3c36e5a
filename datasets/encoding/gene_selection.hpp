#pragma once
#include <vector>

#include "core/sample/types.hpp"

namespace datasets::encoding {

/// x [n x p] with each row at mean 0 and standard deviation 1 (divisor p - 1) across its columns, as arrays
/// of gene expression are made comparable (Dudoit, Fridlyand & Speed 2002, section 3.1). A row that is
/// constant is all 0. O(n p).
core::Matrix rows_standardised(const core::Matrix& x);

/// Per column of x [n x p] the sum of squares between the classes of y [n] over that within them: for two
/// classes t^2 / (n - 2), t being Student's with a pooled variance, so that the order of columns is that of
/// |t| (Dudoit, Fridlyand & Speed 2002, section 3.2: BSS / WSS). 0 of a column that is constant, infinite of
/// one that is constant within each class alone. O(n p).
core::Vector between_over_within(const core::Matrix& x, const core::Labels& y);

/// The `count` columns of x [n x p] with the largest between_over_within, ascending; of equal ones the
/// first. count <= p.
std::vector<Eigen::Index> most_different(const core::Matrix& x, const core::Labels& y, Eigen::Index count);

} // namespace datasets::encoding
