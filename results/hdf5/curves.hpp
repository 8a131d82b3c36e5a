#pragma once
#include "results/hdf5/tables.hpp"

namespace results::hdf5 {

/// Writes /curves: a group for each table of series that has the column lambda, pi or bin, the first of these
/// it has being its grid. In it each other column is an array over the axes with more than one value, the
/// replicate and that grid, with a named scale for each dimension: xarray reads the group of criterion as
/// value(method, ..., replicate, lambda). NaN where a cell has no such series.
///
/// That needs one grid for all: where it differs between two cells, does not ascend, or the array would be
/// larger than kLargestCube, the group is empty and its attribute `skipped` says why.
void write_curves(hid_t file, const Contents& contents);

} // namespace results::hdf5
