#pragma once
#include <vector>

#include "core/sample/types.hpp"

namespace core {

/// The columns of z, from the left, that are no linear combination of those before them: of the numbers as
/// they are stored, in exact arithmetic, without a tolerance. Two columns of zeros and ones that sum to a
/// third one depend on each other, also standardised; a column that was rounded does not depend on those it
/// was computed from.
///
/// A number is an integer times a power of two, so its residue modulo the prime 2^61 - 1 is defined, and the
/// columns are eliminated in residues. What is kept is independent, because a minor that is not 0 in residues
/// is not 0. What is dropped depends on the columns before it unless the prime divides a minor, for which the
/// odds are 1 to 2^61. Cost n m^2 products.
std::vector<Eigen::Index> independent_columns(const Matrix& z);

} // namespace core
