#pragma once
#include "results/hdf5/tables.hpp"

namespace results::hdf5 {

/// Writes /cubes: each metric of the study as an array over the axes with more than one value, in the card's
/// order, and then the replicate, with a named scale for each dimension. NaN where there is no value. Points
/// that share a setting all get its values; those of cells that did not converge are in it too. A study whose
/// cubes would be larger than kLargestCube has none.
void write_cubes(hid_t file, const Contents& contents);

} // namespace results::hdf5
