#pragma once
#include <vector>

#include "core/sample/observation_weights.hpp"

namespace datasets::encoding {

/// What stands in for missing values: of each input one number.
struct Filling {
  core::Vector value; ///< [p]

  /// x [m x p] with this in place of NaN.
  core::Matrix applied_to(core::Matrix x) const;
};

/// Learned from training rows x [n x p], in which NaN is missing: of a column of numbers their median, of the
/// 0/1 inputs of a column of words those of the most frequent word, the first of equals; 0 where every row
/// misses it. Rows of weight w count w times. group [p] says which inputs are of one column (Inputs). Cost n
/// p log n.
Filling filling_of(const core::Matrix& x, const std::vector<std::size_t>& group,
                   const core::Vector& weights = {});

} // namespace datasets::encoding
