#pragma once
#include "core/parameters.hpp"
#include "datasets/encoding/inputs.hpp"
#include "datasets/real/description.hpp"

namespace datasets::real {

/// What a config may say about how a file of the user's own is read: path, format, label, header, delimiter,
/// missing marks, what becomes of missing values and of words.
std::vector<core::ParameterSpec> user_table_parameters();

/// The same with the format decided: as asked, or by the end of the file's name.
core::Parameters with_format_of(const std::string& name, core::Parameters parameters);

/// The same with the format that the end of the file's name stands for, where it stands for one.
core::Parameters with_format_by_name(const std::string& name, core::Parameters parameters);

/// Whether the parameters, and where they leave it open the name, say that a file is of the sparse format of
/// LIBSVM, whose first column is the label and whose width is that of its widest row.
bool is_libsvm(const readers::TextFile& file, const core::Parameters& parameters);

/// The file as a table, before anyone asks which column is the label.
readers::RawTable user_columns(const readers::TextFile& file, const core::Parameters& parameters);

/// Whether a field stands for no value.
bool is_missing(const readers::Column& column, std::size_t row);

/// The file as a table with its label column found and its inputs named; rows with missing values left out
/// where the parameters say so. Throws UserError with file, line, column and text.
Reading user_table(const readers::TextFile& file, const core::Parameters& parameters);

/// The parameters by which this was read, the label left open where it is the column that it would be anyway:
/// what is read alike is called alike, and results are named by what it is called.
core::Parameters with_label_by_default(const Reading& reading, core::Parameters parameters);

/// Whether rows with missing values are left out.
bool omits_missing(const core::Parameters& parameters);

/// The same, but that no row is left out: what is missing is kept as such.
core::Parameters with_every_row(core::Parameters parameters);

/// What becomes of columns of words.
encoding::Words user_words(const core::Parameters& parameters);

} // namespace datasets::real
