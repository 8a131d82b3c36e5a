#pragma once
#include <string>
#include <string_view>

// A language for HDF5 files of any content, sound or not. A line makes one thing; a line that makes no sense,
// or that HDF5 refuses, makes nothing.
//
//   PATH group                       further groups are made where a path needs them
//   PATH soft PATH                   a link that may lead nowhere, or round
//   PATH hard PATH                   a second name of what is there already
//   PATH int|real|wide SHAPE V ...   a dataset of int32, float64 or int64
//   PATH text|fixed SHAPE V|V|...    of texts of variable or of fixed length
//   @NAME int|real|wide|text|fixed SHAPE V ...    the same as an attribute of the file
//
// SHAPE is - for a scalar, null, or 3, 2x3, ...; values beyond those given are 0 or "". A dataset of more
// than 4096 values is chunked and holds none, so that a short text makes a vast shape, as a hostile file
// would.
namespace fuzz {

/// The bytes of the file, with the seal of results/store/hdf5/file.hpp behind them.
std::string hdf5_file(std::string_view text);

} // namespace fuzz
