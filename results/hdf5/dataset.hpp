#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "results/hdf5/handle.hpp"

// Datasets of the three types a results.h5 has: int32, float64 and variable-length UTF-8. Numbers from some
// thousand on are chunked, shuffled, deflated and carry a checksum; fewer lie contiguous.
namespace results::hdf5 {

using Shape = std::vector<hsize_t>;

/// Each makes the dataset, fills it and returns it open. Real numbers get a _FillValue of NaN.
Handle write_integers(hid_t group, const std::string& name, std::span<const std::int32_t> values);
Handle write_reals(hid_t group, const std::string& name, std::span<const double> values, const Shape& shape);
Handle write_texts(hid_t group, const std::string& name, std::span<const char* const> values);
Handle write_text(hid_t group, const std::string& name, const std::string& text); ///< a scalar

Handle open_dataset(hid_t group, const std::string& name);
Shape shape_of(hid_t dataset);

/// Each reads all of a dataset. Error if it is not there, damaged, of a type that does not convert, or of a
/// shape that is larger than what the file can hold.
std::vector<std::int32_t> read_integers(hid_t group, const std::string& name);
std::vector<double> read_reals(hid_t group, const std::string& name);
std::vector<std::string> read_texts(hid_t group, const std::string& name);
std::string read_text(hid_t group, const std::string& name);

} // namespace results::hdf5
