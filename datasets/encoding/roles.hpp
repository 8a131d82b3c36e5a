#pragma once
#include <optional>
#include <string>
#include <vector>

#include "datasets/readers/raw_table.hpp"

namespace datasets::encoding {

/// What a column of a file is for.
enum class Role {
  numbers,
  words,
  dates,      ///< words that are all dates
  texts,      ///< words of which nearly every one is different: names, ids, sentences
  row_number, ///< whole numbers that are all different, or row names, in a column without a name
  empty,      ///< nothing in a column without a name
  label,
  ignored ///< by a person's word
};

/// The columns of a table by what they are for, and what a person should know of them, a sentence each.
struct Roles {
  std::vector<Role> of;              ///< [columns]
  std::vector<std::size_t> inputs{}; ///< numbers, words, dates, texts
  std::vector<std::string> notes{};

  /// The names of the columns that are neither label nor input.
  std::vector<std::string> left_out(const readers::RawTable& table) const;
};

/// The columns that a list of names or numbers from 1 means. Throws UserError for one that is not there.
std::vector<std::size_t> columns_in_list(const readers::RawTable& table, const std::string& list);

/// The last column that is not empty.
std::size_t last_column(const readers::RawTable& table);

/// The role of every column. `ignored` are left out by a person's word; a column without a name that is empty
/// or numbers the rows is left out by itself, with a note, unless no input were left. A named one that seems
/// to number the rows, or one that is not left out, stays with a note. Cost: n p log n for columns of whole
/// numbers and of words.
Roles roles_of(const readers::RawTable& table, std::size_t label, const std::vector<std::size_t>& ignored,
               bool leaves_out_row_numbers = true);

/// Throws UserError, with the column, an example and --ignore, where an input would become a 0/1 column for
/// nearly every row: dates, texts, and numbers among which a few words stand.
void require_few_words(const readers::RawTable& table, const Roles& roles);

} // namespace datasets::encoding
