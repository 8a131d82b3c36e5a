#pragma once
#include <vector>

#include "core/sample/types.hpp"

// Products with the columns of a face, compiled for every x86-64 level, with the same bits on each.
namespace core {

/// M_face d [n] of d [|face|], four columns at a time. Cost n |face|.
Vector times(const Matrix& m, const std::vector<Eigen::Index>& face, const Vector& d);

/// M_face' v [|face|] of v [n]. Cost n |face|.
Vector transposed_times(const Matrix& m, const std::vector<Eigen::Index>& face, const Vector& v);

} // namespace core
