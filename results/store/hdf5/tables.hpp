#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "results/record/columns.hpp"
#include "results/store/hdf5/file.hpp"

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
  /// Of each row the text that `text` refers to: the row itself, or a member of it.
  template <class Row, class Text = std::identity>
  Handle texts(const Note& note, const std::vector<Row>& rows, Text text = {}) {
    std::vector<const char*> values;
    for (const Row& row : rows) {
      const std::string& value = std::invoke(text, row);
      values.push_back(value.c_str());
    }
    return texts(note, std::span<const char* const>(values));
  }
  Handle labels(const Note& note, std::span<const std::string> names, std::span<const std::int32_t> numbers);

  hid_t group() const { return group_; }
  /// The columns so far, in their order.
  const std::vector<SchemaEntry>& schema() const { return schema_; }

 private:
  /// Describes a column of so many rows that was just written, and answers it.
  Handle take(const Note& note, const std::string& type, std::size_t length, Handle column);

  std::string name_;
  std::size_t rows_;
  Handle group_;
  std::vector<SchemaEntry> schema_;
  Handle scale_;
};

/// Makes a dataset the scale of a dimension of its own name, called `label`, and answers it.
Handle made_scale(Handle dataset, const std::string& dimension, const std::string& label);
/// The numbers from 0 on as such a scale.
Handle numbered_scale(hid_t group, const std::string& dimension, std::size_t length);
/// Puts a dimension of another on it.
void attach_scale(hid_t dataset, hid_t scale, unsigned dimension);

/// The design of a study by numbers: where each of its points lies on each of its axes.
struct DesignIndex {
  std::vector<std::vector<std::int32_t>>
      position; ///< [axis][point]: number of the value on the axis; -1 = not on it
  std::vector<std::vector<std::size_t>>
      points_of; ///< [setting]: its points, in the card's order; may be empty
};

DesignIndex design_index(const StudyCard& card);

/// The numbers a numeric axis' names are. Throws std::logic_error for a name that is none.
std::vector<double> numbers_on(const Axis& axis);

/// The column each axis gets: its own name, with "axis_" before it where a value, a column of a series or a
/// fixed column has that name.
std::vector<std::string> axis_columns(const StudyCard& card, const Rows& rows);

/// What /failures says of a cell in words, beside its key.
struct FailureText {
  const char *name, *label, *meaning;
  std::string Failure::* text;
};

inline constexpr std::array<FailureText, 3> failure_texts{
    {{"stage", "stage", "where the cell failed", &Failure::stage},
     {"error", "error", "the exception's sentence", &Failure::error},
     {"replay", "replay", "the command that runs this cell alone", &Failure::replay}}};
inline constexpr FailureText failure_tail{
    ///< not in formats before 1.2
    "stderr_tail", "standard error", "the last lines the cell wrote there", &Failure::stderr_tail};

// The tables of a results.h5, each written whole; what each returns is its part of /schema.

using Schema = std::vector<SchemaEntry>;

/// What the writers share.
struct Contents {
  const Results& results;
  DesignIndex design;
  std::vector<std::string> axis_columns;
};

Schema write_replicates(hid_t file, const Contents& contents); ///< one row = one cell
Schema write_settings(hid_t file, const Contents& contents);   ///< one row = one distinct computation
Schema write_points(hid_t file, const Contents& contents);     ///< one row = one place in the design
Schema write_timing(hid_t file, const Contents& contents);     ///< row-aligned with /replicates
Schema write_failures(hid_t file, const Contents& contents);   ///< one row = one failed cell
Schema write_series(hid_t file, const Contents& contents);     ///< one row = one point of one cell's series
void write_schema(hid_t file, const Schema& schema);           ///< every column of every table above

/// Metrics in the card's order, then the diagnostics by name; only those some cell has.
std::vector<Note> value_notes(const StudyCard& card, const Rows& rows);

} // namespace results::hdf5
