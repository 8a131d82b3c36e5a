#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "results/hdf5/handle.hpp"

namespace results::hdf5 {

/// What a column says about itself, in its attributes and in /schema.
struct Note {
  std::string name;
  std::string role;    ///< index, label, metric, diagnostic, series, timing or text
  std::string unit;    ///< "1" for a pure number, "" for a text
  std::string label;   ///< long_name: the printed phrase
  std::string meaning; ///< one sentence
};

struct SchemaEntry {
  std::string table, type;
  Note note;
};

/// A group of columns of equal length on one dimension scale: a data frame to h5py, xarray and R alike. The
/// scale is an int32 column 0, 1, ... named after the dimension.
class Table {
 public:
  Table(hid_t parent, const std::string& name, const std::string& dimension, std::size_t rows);

  /// Each appends a column and returns it open. Its length is the table's.
  Handle integers(const Note& note, std::span<const std::int32_t> values);
  Handle reals(const Note& note, std::span<const double> values);
  Handle texts(const Note& note, std::span<const char* const> values);

  hid_t group() const { return group_; }
  /// The columns so far, in their order.
  const std::vector<SchemaEntry>& schema() const { return schema_; }

 private:
  void describe(hid_t column, const Note& note, const std::string& type);

  std::string name_;
  std::size_t rows_;
  Handle group_;
  std::vector<SchemaEntry> schema_;
  Handle scale_;
};

/// Makes a dataset the scale of a dimension of its own name, and puts a dimension of another on it.
void make_scale(hid_t dataset, const std::string& dimension);
void attach_scale(hid_t dataset, hid_t scale, unsigned dimension);

} // namespace results::hdf5
