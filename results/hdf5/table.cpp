#include "results/hdf5/table.hpp"

#include <hdf5_hl.h>

#include <numeric>

#include "core/contract.hpp"
#include "results/hdf5/attribute.hpp"
#include "results/hdf5/dataset.hpp"
#include "results/hdf5/file.hpp"

namespace results::hdf5 {
namespace {

Handle write_scale(hid_t group, const std::string& dimension, std::size_t rows) {
  std::vector<std::int32_t> numbers(rows);
  std::iota(numbers.begin(), numbers.end(), 0);
  Handle scale = write_integers(group, dimension, numbers);
  make_scale(scale, dimension);
  return scale;
}

} // namespace

void make_scale(hid_t dataset, const std::string& dimension) {
  check(H5DSset_scale(dataset, dimension.c_str()), "making the scale '" + dimension + "'");
}

void attach_scale(hid_t dataset, hid_t scale, unsigned dimension) {
  check(H5DSattach_scale(dataset, scale, dimension), "attaching a scale");
}

Table::Table(hid_t parent, const std::string& name, const std::string& dimension, std::size_t rows)
    : name_(name),
      rows_(rows),
      group_(create_group(parent, name)),
      scale_(write_scale(group_, dimension, rows)) {
  schema_.push_back(
      {name, "int32", {dimension, "index", "1", dimension, "number of the row in this table, from 0"}});
  put_attribute(scale_, "long_name", dimension);
  put_attribute(scale_, "units", std::string("1"));
}

void Table::describe(hid_t column, const Note& note, const std::string& type) {
  attach_scale(column, scale_, 0);
  if (!note.label.empty()) put_attribute(column, "long_name", note.label);
  if (!note.unit.empty()) put_attribute(column, "units", note.unit);
  if (!note.meaning.empty()) put_attribute(column, "comment", note.meaning);
  schema_.push_back({name_, type, note});
}

Handle Table::integers(const Note& note, std::span<const std::int32_t> values) {
  core::expect(values.size() == rows_, "the columns of a table have one length");
  Handle column = write_integers(group_, note.name, values);
  describe(column, note, "int32");
  return column;
}

Handle Table::reals(const Note& note, std::span<const double> values) {
  core::expect(values.size() == rows_, "the columns of a table have one length");
  Handle column = write_reals(group_, note.name, values, {values.size()});
  describe(column, note, "float64");
  return column;
}

Handle Table::texts(const Note& note, std::span<const char* const> values) {
  core::expect(values.size() == rows_, "the columns of a table have one length");
  Handle column = write_texts(group_, note.name, values);
  describe(column, note, "UTF-8");
  return column;
}

} // namespace results::hdf5
