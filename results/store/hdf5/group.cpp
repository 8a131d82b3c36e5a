#include "results/store/hdf5/group.hpp"

namespace results::hdf5 {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::span<const double> span_of(const core::Vector& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

core::Vector vector_of(const std::vector<double>& values) {
  return core::Vector::Map(values.data(), static_cast<Eigen::Index>(values.size()));
}

} // namespace

void GroupWriter::attribute(const char* name, const std::string& text) const {
  if (!text.empty()) put_attribute(object_, name, text);
}

void GroupWriter::attribute(const char* name, std::int64_t count) const {
  put_attribute(object_, name, static_cast<double>(count));
}

void GroupWriter::column(const Note& note, const core::Vector& values) {
  table_->reals(note, span_of(values));
}

void GroupWriter::column_if_any(const Note& note, const core::Vector& values) {
  if (values.size() > 0) column(note, values);
}

void GroupWriter::number(const char* name, double value) const {
  write_reals(object_, name, {&value, 1}, {1});
}

void GroupWriter::vector(const char* name, const core::Vector& values) const {
  write_reals(object_, name, span_of(values), {static_cast<hsize_t>(values.size())});
}

void GroupWriter::matrix(const char* name, const core::Matrix& values) const {
  if (values.size() == 0) return;
  const RowMajor rows = values;
  write_reals(object_, name, {rows.data(), static_cast<std::size_t>(rows.size())},
              {static_cast<hsize_t>(rows.rows()), static_cast<hsize_t>(rows.cols())});
}

void GroupReader::attribute(const char* name, std::int64_t& count) const {
  constexpr double most = 9007199254740992.0; // 2^53: every count below is a double
  const double value = number_attribute(object_, name);
  if (!(value >= 0 && value < most))
    throw Error("reading attribute '" + std::string(name) + "' (it is no count)");
  count = static_cast<std::int64_t>(value);
}

void GroupReader::see(std::size_t rows) {
  if (rows_.value_or(rows) != rows)
    throw Error("reading '" + name_ + "' (its columns do not belong together)");
  rows_ = rows;
}

void GroupReader::column(const Note& note, std::vector<std::int32_t>& values) {
  see((values = read_integers(object_, note.name)).size());
}

void GroupReader::column(const Note& note, std::vector<double>& values) {
  see((values = read_reals(object_, note.name)).size());
}

void GroupReader::column(const Note& note, std::vector<std::string>& values) {
  see((values = read_texts(object_, note.name)).size());
}

void GroupReader::column(const Note& note, core::Vector& values) {
  std::vector<double> numbers;
  column(note, numbers);
  values = vector_of(numbers);
}

void GroupReader::column_if_any(const Note& note, core::Vector& values) {
  if (has(object_, note.name.c_str())) column(note, values);
}

void GroupReader::number(const char* name, double& value) const {
  const std::vector<double> values = read_reals(object_, name);
  if (values.size() != 1) throw Error("reading '" + std::string(name) + "' (it is not one number)");
  value = values.front();
}

void GroupReader::vector(const char* name, core::Vector& values) const {
  values = vector_of(read_reals(object_, name));
}

void GroupReader::matrix(const char* name, core::Matrix& values) const {
  if (!has(object_, name)) return;
  const StoredMatrix stored = read_matrix(object_, name);
  values = Eigen::Map<const RowMajor>(stored.values.data(), static_cast<Eigen::Index>(stored.rows),
                                      static_cast<Eigen::Index>(stored.columns));
}

} // namespace results::hdf5
