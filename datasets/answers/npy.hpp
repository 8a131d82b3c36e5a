#pragma once
#include <string>

#include "core/sample/types.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::answers {

/// The array that a numpy file holds: doubles or floats, little-endian, [m] as [m x 1], or [m x K] in either
/// order; numpy's formats 1 to 3. Throws UserError, naming the file, for other types, shapes and lengths.
core::Matrix read_npy(const readers::TextFile& file);

/// The bytes of a numpy file, format 1, of doubles [m x p] in Fortran order, or of [m] where there is one
/// column.
std::string npy_bytes(const core::Matrix& values);

} // namespace datasets::answers
