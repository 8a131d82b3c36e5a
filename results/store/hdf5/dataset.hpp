#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "results/store/hdf5/file.hpp"

namespace results::hdf5 {

// Datasets of the types a results.h5 has: int32, float64 and UTF-8, of variable length or, where few names
// recur in many rows, of a fixed one. Numbers and names from some thousand on are chunked, shuffled, carry a
// checksum and are deflated, real numbers where that makes much less of them; fewer lie contiguous.

using Shape = std::vector<hsize_t>;

/// Each makes the dataset, fills it and returns it open. Real numbers get a _FillValue of NaN.
Handle write_integers(hid_t group, const std::string& name, std::span<const std::int32_t> values);
Handle write_reals(hid_t group, const std::string& name, std::span<const double> values, const Shape& shape);
Handle write_texts(hid_t group, const std::string& name, std::span<const char* const> values);

/// Writes for each row the name with its number, as text of fixed length, filled with zeros; "" for -1.
Handle write_labels(hid_t group, const std::string& name, std::span<const std::string> names,
                    std::span<const std::int32_t> numbers);
Handle write_text(hid_t group, const std::string& name, const std::string& text); ///< a scalar

Handle open_dataset(hid_t group, const std::string& name);
Shape shape_of(hid_t dataset);

/// Each reads all of a dataset. Error if it is not there, damaged, of another kind of type - whole numbers,
/// numbers, texts of variable length - of more dimensions than it is read into, or of a shape that is larger
/// than what the file can hold.
std::vector<std::int32_t> read_integers(hid_t group, const std::string& name);
std::vector<double> read_reals(hid_t group, const std::string& name);
std::vector<std::string> read_texts(hid_t group, const std::string& name);
std::string read_text(hid_t group, const std::string& name);

/// Reads all of a matrix, row by row. Error as above, and if it has not two dimensions.
struct StoredMatrix {
  std::size_t rows, columns;
  std::vector<double> values;
};
StoredMatrix read_matrix(hid_t group, const std::string& name);

/// Variable-length UTF-8, in memory a char*.
Handle text_type();

/// Adds an attribute that is not there yet: a text, a real number, or a list of integers.
void put_attribute(hid_t object, const std::string& name, const std::string& text);
void put_attribute(hid_t object, const std::string& name, double value);
void put_attribute(hid_t object, const std::string& name, std::span<const std::int32_t> values);

/// The text of an attribute; "" if there is none of that name or it is no variable-length text.
std::string text_attribute(hid_t object, const std::string& name);

/// The number of an attribute. Error if it is not there, is no number, or is not one alone.
double number_attribute(hid_t object, const std::string& name);

/// The numbers of an open attribute. Error if they are none, or more than an attribute of ours ever has.
std::vector<double> numbers_of(hid_t attribute);

} // namespace results::hdf5
