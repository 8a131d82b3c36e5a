#pragma once
#include <map>
#include <string>

#include "core/sample/types.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::readers {

/// The real numeric matrices of a MATLAB file of level 5 by name, whatever number type they are stored in, in
/// either byte order, compressed or not. Sparse, complex, cell, struct and text variables are left out.
/// Throws UserError for a file that is damaged, cut off, or of another level (7.3 is HDF5).
std::map<std::string, core::Matrix> read_mat5(const TextFile& file);

} // namespace datasets::readers
