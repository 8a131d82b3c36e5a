#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "datasets/readers/csv.hpp"
#include "datasets/readers/raw_table.hpp"
#include "datasets/readers/text_file.hpp"

// What a file of a person's own is. One place looks at its bytes and says so; the readers take the answer.
namespace datasets::readers {

enum class Format { csv, libsvm, arff };

/// How a file is read.
struct Form {
  Format format = Format::csv;
  CsvFormat csv{.header = Header::first_line};
  std::size_t first_index = 1; ///< LIBSVM
};

/// What a person said of it, which always wins.
struct SaidOfForm {
  std::optional<Format> format{};
  std::optional<char> delimiter{}, decimal_mark{};
  std::optional<Header> header{};
  std::optional<std::size_t> first_index{};
  std::vector<std::string> missing{};
};

/// How a file is read, and what its reader should know: what was found and not said, a sentence each.
struct FoundForm {
  Form form;
  std::vector<std::string> notes{};
};

/// The form of plain text (characters.hpp). What nobody said is decided by the bytes - the format, the
/// delimiter, the decimal mark, whether the first line has names, from which index features count - and what
/// these leave open by `otherwise`: the defaults, or how the file was read that a model was fitted to. The
/// first 1,000 rows are looked at, of LIBSVM all. Throws nothing: what cannot be read is for the reader.
FoundForm form_of(const TextFile& file, const SaidOfForm& said, const Form& otherwise = {});

/// The format that the end of a name stands for, the .gz of a packed file left aside.
std::optional<Format> format_by_name(const std::string& name);

/// The table that the file is in this form.
RawTable table_of(const TextFile& file, const Form& form);

} // namespace datasets::readers
