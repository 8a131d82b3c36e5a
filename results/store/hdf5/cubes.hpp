#pragma once
#include "results/store/hdf5/tables.hpp"

namespace results::hdf5 {

/// Writes /cubes: each metric of the study as an array over the axes with more than one value, in the card's
/// order, and then the replicate, with a named scale for each dimension. NaN where there is no value. Points
/// that share a setting all get its values; those of cells that did not converge are in it too. A study whose
/// cubes would be larger than largest_cube has none.
void write_cubes(hid_t file, const Contents& contents);

/// Writes /curves: a group for each table of series that has the column lambda, pi or bin, the first of these
/// it has being its grid. In it each other column is an array over the axes with more than one value, the
/// replicate and that grid, with a named scale for each dimension: xarray reads the group of criterion as
/// value(method, ..., replicate, lambda). NaN where a cell has no such series.
///
/// That needs one grid for all: where it differs between two cells, does not ascend, or the array would be
/// larger than largest_cube, the group is empty and its attribute `skipped` says why.
void write_curves(hid_t file, const Contents& contents);

} // namespace results::hdf5
