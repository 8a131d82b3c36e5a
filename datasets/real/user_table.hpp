#pragma once
#include "core/settings/parameters.hpp"
#include "datasets/encoding/inputs.hpp"
#include "datasets/encoding/roles.hpp"
#include "datasets/readers/form.hpp"
#include "datasets/real/description.hpp"

namespace datasets::real {

/// What a config may say about how a file of the user's own is read: path, format, target, header, delimiter,
/// decimal mark, first index, missing marks, columns to ignore, what becomes of missing values and of words.
std::vector<core::ParameterSpec> user_table_parameters();

/// The same of revision 2 of `source: file`, which looked at no bytes. Parameters of it have no `ignore`.
std::vector<core::ParameterSpec> earlier_user_table_parameters();

/// A file as a table, with what a person should know of how it was read, a sentence each.
struct UserColumns {
  readers::RawTable table;
  readers::Form form;
  std::vector<std::string> notes{};
};

/// The file as a table, before anyone asks which column is what: as `said` says, else as its bytes say, else
/// as `otherwise` says, the parameters by which another file was read.
UserColumns user_columns(readers::TextFile file, const core::Parameters& said,
                         const core::Parameters& otherwise = {},
                         readers::Uneven uneven = readers::Uneven::refused);

/// Whether a field stands for no value.
bool is_missing(const readers::Column& column, std::size_t row);

/// A file with its label column found and the roles of all others.
struct UserTable {
  Reading reading;
  readers::Form form;
  encoding::Roles roles;
  std::vector<std::string> notes{};
};

/// The file with every row. Throws UserError with file, line, column and text, and for columns of too many
/// words (encoding/roles.hpp).
UserTable user_table(readers::TextFile file, const core::Parameters& parameters);

/// The same of columns that are at hand already.
UserTable user_table(UserColumns columns, const core::Parameters& parameters);

/// The rows in which the label or an input is missing left out where the parameters say so, their numbers
/// from 0, and in sentences how many of which column and class went.
struct WholeRows {
  Reading reading;
  std::vector<std::size_t> rows;
  std::vector<std::string> notes{};
};
WholeRows whole_rows(const Reading& reading, const core::Parameters& parameters);

/// The parameters with what was found in the table: its form, and the columns that are left out. What a
/// person said stays, and what every file is unless it says otherwise stays open.
core::Parameters with_form(const UserTable& table, core::Parameters parameters);

/// The parameters by which this was read, the label left open where it is the column that it would be anyway:
/// what is read alike is called alike, and results are named by what it is called.
core::Parameters with_label_by_default(const UserTable& table, core::Parameters parameters);

/// What a table says, as 16 digits: the numbers and words of its inputs and its classes, in their order, by
/// no name and however they were written.
std::string content_of(const Reading& reading);

/// The column with the classes where `label` names it, as older configs say; else empty.
std::string older_target(const core::Parameters& parameters);

/// What becomes of missing values, and of columns of words.
encoding::MissingFields missing_fields(const core::Parameters& parameters);
encoding::Words user_words(const core::Parameters& parameters);

/// Whether rows with missing values are left out.
bool omits_missing(const core::Parameters& parameters);

} // namespace datasets::real
