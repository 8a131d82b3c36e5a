#pragma once
#include <filesystem>
#include <string>

namespace results {

/// What is in an HDF5 file, by walking the file itself: for a results.h5 first the study, its rows by outcome
/// and the provenance, then every group and dataset in the order of their making, with shape, type, unit,
/// long name and attributes. Throws core::UserError if the file cannot be read.
std::string describe(const std::filesystem::path& path);

/// The same for a program to read, with whole texts: docs/json.md has the shape. Throws as describe does.
std::string describe_as_json(const std::filesystem::path& path);

} // namespace results
