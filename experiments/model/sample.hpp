#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "datasets/encoding/column_code.hpp"
#include "datasets/encoding/labels.hpp"
#include "datasets/readers/text_file.hpp"
#include "datasets/real/user_table.hpp"

namespace experiments::own_data {

/// How a file is read for a model fitted to a data set (datasets/real/user_table.hpp).
struct ReadingOfRows {
  core::Parameters said;      ///< by key=value settings, and the marks of missing values
  core::Parameters otherwise; ///< how the file was read that the model was fitted to, if it was one
};

/// The settings may say format, header, delimiter, decimal, indices, missing and if_missing. Throws
/// SpecErrors that lists all mistakes.
ReadingOfRows reading_of_rows(const core::Choice& data, const std::vector<std::string>& settings);

/// Whether the word names a listed data set in files, and no file of that name lies in the working directory.
bool names_listed_data(const std::string& word);

/// The bytes of a file in the working directory, or else in a data folder. Throws UserError where there is
/// none, with the listed data set that was perhaps meant.
datasets::readers::TextFile read_own_file(const std::string& path);

/// The catalogue's entry of a data set without what divides it: how it is read, encoded and coded is all that
/// a model may be told. Rows are standardised by the training part or not at all; the positive class of a
/// file may be left open ("auto").
core::Entry data_entry(const core::Entry& listed);

/// The rows of a data set that a model may learn from or be scored on: those whose class is coded.
struct CodedSample {
  std::string file;                                  ///< for messages
  std::vector<datasets::encoding::ColumnCode> codes; ///< of the columns that are inputs, in the file's order
  std::string label;                                 ///< the name of the column with the classes
  std::int64_t label_place = 0;                      ///< its place among the columns, 0-based
  std::vector<std::string> positive, negative;       ///< the classes with rows on either side, of two
  std::vector<std::string> classes;                  ///< [K] where each is one, else empty
  datasets::encoding::Inputs inputs;         ///< [n x p], not standardised, NaN where it is to be filled
  core::Labels y;                            ///< [n]
  std::vector<std::int64_t> rows;            ///< [n] their numbers in the file, from 1
  core::Vector weights{};                    ///< [n] how often each counts; empty: once
  bool fills = false;                        ///< missing values are filled by the training rows
  std::vector<std::string> notes{};          ///< how it was read, a sentence each
  std::vector<std::string> columns_of_two{}; ///< up to three that have two values and could be the label
};

/// The refusal of more than two classes where nothing says which are positive.
struct SeveralClasses : core::UserError {
  SeveralClasses(const std::string& message, std::size_t how_many)
      : core::UserError(message), classes(how_many) {}
  std::size_t classes;
};

/// Throws UserError where the values of these columns of a table are not what they are said to be.
using InputCheck = std::function<void(const datasets::readers::RawTable&, const std::vector<std::size_t>&)>;

/// Reads, encodes and codes what the choice names, and decides in it what was left open: the positive class,
/// which of two is the larger number, or else the later word. Where rows are given, the choice is a file and
/// these stand for it. Rows of weight 0 in the column `weights` are as if they were not in the file. Throws
/// UserError with file, line, column and text, SeveralClasses where "auto" meets more than two.
CodedSample read_sample(core::Choice& data, const datasets::readers::RawTable* rows = nullptr,
                        const InputCheck& check = {}, const std::string& weights = {});

/// Throws UserError where a column of words has numbers alone that are written with signs or with divided
/// thousands, such as 12%, $3 and 1.000,50: nobody means them for words unasked.
void require_no_adorned_numbers(const CodedSample& sample);

/// The table of a file that need not be read, because its rows are at hand. Its label is the last column.
datasets::real::UserTable table_of_rows(const datasets::readers::RawTable& rows,
                                        const core::Parameters& parameters);

/// Throws UserError where the name of a column, or a class in the column of the label, cannot be shown on a
/// terminal as it is.
void require_printable_names(const datasets::readers::RawTable& table,
                             const std::optional<std::size_t>& label);

} // namespace experiments::own_data
