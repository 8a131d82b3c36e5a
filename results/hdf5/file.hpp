#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "results/hdf5/handle.hpp"

// Files and groups with the properties every results.h5 has: readable by every HDF5 1.10, no modification
// times (the same data give the same bytes), links kept in the order of their making.
namespace results::hdf5 {

/// Makes a file in memory that never touches the disk: HDF5 1.10 crashes at exit when a write fails for want
/// of room, so the bytes of a finished file are taken out by image_of and written by us.
Handle create_in_memory();

/// All bytes of a file in memory, as they would be on disk. Nothing in it may be open.
std::string image_of(const Handle& file);

/// Opens for reading. HDF5's own locks are off: a results.h5 is never written in place.
Handle open_file(const std::filesystem::path& path);

Handle create_group(hid_t parent, const std::string& name);
Handle open_group(hid_t parent, const std::string& name);

bool has(hid_t group, const char* name);

/// The names in a group, in the order of their making.
std::vector<std::string> names_in(hid_t group);

} // namespace results::hdf5
