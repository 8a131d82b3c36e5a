#pragma once
#include <vector>

#include "core/sample/types.hpp"

namespace datasets::encoding {

/// Expression values of Golub et al. as Dudoit, Fridlyand & Speed (2002) prepare them: values [n x p] limited
/// to [100, 16000], of these the columns with max / min > 5 and max - min > 500 over all rows, log10 of them.
core::Matrix filtered_genes(const core::Matrix& x);

/// The columns filtered_genes keeps, in order.
std::vector<Eigen::Index> varying_genes(const core::Matrix& x);

} // namespace datasets::encoding
