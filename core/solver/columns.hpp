#pragma once
#include <span>
#include <vector>

#include "core/types.hpp"

// The one inner loop that costs time: sums of a few columns of the Gram matrix. Columns are contiguous; the
// loops are elementwise over n, so a compiler vectorises them without changing a bit.
namespace core {

/// sum += sum_k step[k] K[:, index[k]]   [n], one addition after the other in the order of k. Cost n |index|.
void add_columns(const Matrix& gram, std::span<const Eigen::Index> index, std::span<const double> step,
                 Vector& sum);

/// K a [n], the columns with a_i = 0 left out. Cost n |{a_i != 0}|.
Vector gram_times(const Matrix& gram, const Vector& a);

/// Sums `a` [m] over the observations of each of n rows: [n]. rows [m] says whose each is.
Vector summed_by_row(const Vector& a, const std::vector<Eigen::Index>& rows, Eigen::Index n);

/// K a summed in long double: where K a is small beside its terms, as with a large kernel and a small
/// lambda, it keeps the digits that cancel. About ten times the cost.
Vector gram_times_extended(const Matrix& gram, const Vector& a);

} // namespace core
