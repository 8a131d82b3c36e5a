#pragma once
#include "core/sample/types.hpp"

namespace core {

/// The most classes that the multiclass machine takes.
inline constexpr int most_classes = 8;

/// V [K x (K-1)], orthonormal columns that sum to zero (Helmert's): f = V phi runs through the functions with
/// sum_k f_k = 0, and sum_k |f_k|^2 = sum_j |phi_j|^2. Throws std::logic_error unless K >= 2.
Matrix class_basis(Eigen::Index classes);

} // namespace core
