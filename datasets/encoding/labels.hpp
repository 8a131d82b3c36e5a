#pragma once
#include "core/sample/types.hpp"
#include "datasets/readers/raw_table.hpp"

namespace datasets::encoding {

/// Which classes are +1 and which -1; rows of any other class are left out. Or each is a class of its own.
struct ClassCoding {
  std::vector<std::string> positive;
  std::vector<std::string> negative; ///< empty: every class that is not positive
  bool each = false;                 ///< 1 ... K in the order of distinct(classes)
};

/// How a file's classes become labels: two sides, or each a class.
enum class Classes { two, each };

/// The coding a config writes: classes divided by commas, one with a comma in double quotes, "rest" for all
/// others.
ClassCoding class_coding(const std::string& positive, const std::string& negative);

/// The class of a row as a word, "" where it is missing. A number is its shortest decimal, also among words,
/// so that 6.0000 and +6 are 6 and -0 is 0; nan is missing.
std::string class_of(const readers::Column& label, std::size_t row);

/// The class of every row. Throws UserError with the place of a missing one.
std::vector<std::string> classes_of(const readers::RawTable& table, std::size_t column);

/// The different ones in their order: numbers by their size, all others by their bytes.
std::vector<std::string> distinct(std::vector<std::string> classes);

/// The rows whose class is coded, and their labels.
struct CodedRows {
  std::vector<std::int64_t> rows;
  core::Labels y;                   ///< [rows]: +1 or -1, or 1 ... K
  std::vector<std::string> names{}; ///< [K] where each is a class, else empty
};

/// Throws UserError, naming the file and its classes, where a class of the coding does not occur, stands on
/// both sides, or one side has no rows; where two classes on different sides differ by capitals or blanks
/// alone; and where each of fewer than three is to be a class.
CodedRows coded(const std::vector<std::string>& classes, const ClassCoding& coding, const std::string& file);

} // namespace datasets::encoding
