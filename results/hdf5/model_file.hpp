#pragma once
#include <filesystem>

#include "results/model.hpp"

// A model file is an HDF5 file with the seal of results/hdf5/seal.hpp:
//
//   /  format_name, format_version, setting, label, label_place, lambda, criterion, worst_relative_gap, fits,
//      certified                                                        attributes
//   /columns   name, is_number                                          the file's columns that are inputs
//   /words     of_column, word                                           indicators of the columns of words
//   /classes   name, sign                                               what is +1 and what -1
//   /inputs    name, centre, scale                                      the encoded columns
//   /training  row, y, probability, and x [row x input]                 what the model is fitted to
//   /held_out  row, y, probability                                      what it was scored on
//   /scores    name, value
//   /provenance
namespace results {

/// The version of this layout. A file of another major version is refused, in either direction: a model is
/// fitted again more safely than guessed at.
constexpr const char* kModelFormat = "1.0.0";

/// Writes the file whole, as results/hdf5/write_results.hpp does: the same model gives the same bytes. Throws
/// StoreFull if there is no room and core::UserError if the directory cannot be written.
void write_model(const std::filesystem::path& path, const Model& model);

/// Reads it back, bit for bit. Throws core::UserError in one sentence if the file is missing, cut short,
/// damaged in any byte, no model, of another format, or does not fit together.
Model read_model(const std::filesystem::path& path);

} // namespace results
