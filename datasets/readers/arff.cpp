#include "datasets/readers/arff.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "core/contract.hpp"
#include "core/settings/parsed.hpp"
#include "datasets/readers/arff_tokens.hpp"
#include "datasets/readers/memory_budget.hpp"

namespace datasets::readers {
namespace {

constexpr double value_bytes = 128; ///< of a field: its line, its word or number, encoded

enum class AttributeType { number, word, nominal };

class ArffReader {
 public:
  explicit ArffReader(const TextFile& file)
      : table_{.file = file.name}, memory_(file.name, file.bytes.size()) {
    require_room(file.name, static_cast<double>(file.bytes.size()) +
                                value_bytes * static_cast<double>(most_fields(file.bytes, ',')));
    each_line(file, [this](const Line& line) {
      const auto text = without_blanks(line.text);
      if (text.empty() || text.front() == '%') return;
      if (in_data_)
        read_row(line, text);
      else
        read_declaration(line, text);
    });
    core::require(
        in_data_,
        file.name + ": there is no @data. An ARFF file has it before its rows. Is this another format?");
    core::require(!table_.lines.empty(), file.name + ": no row follows @data. Give a file with data.");
  }

  RawTable take() { return std::move(table_); }

 private:
  void read_declaration(const Line& line, std::string_view text) {
    const auto end = std::min(text.find_first_of(" \t"), text.size());
    const std::string keyword = lower_case(text.substr(0, end));
    if (keyword == "@relation") return;
    if (keyword == "@data") {
      if (types_.empty())
        refuse_arff(line, "@data stands before any @attribute, so there is no column. Declare them first.");
      in_data_ = true;
    } else if (keyword == "@attribute") {
      read_attribute(line, text.substr(end));
    } else {
      refuse_arff(line, shown(text) + " is none of @relation, @attribute and @data. Is this an ARFF file?");
    }
  }

  void read_attribute(const Line& line, std::string_view rest) {
    const ArffField name = take_field(line, rest, " \t{");
    if (!names_.insert(name.text).second)
      refuse_arff(line, "two attributes have the name " + shown(name.text) +
                            ". A name must mean one column. Rename one.");
    Column column{.name = name.text};
    const auto type = without_comment_behind(rest);
    if (!type.empty() && type.front() == '{') {
      if (type.back() != '}')
        refuse_arff(line, shown(type) + " has no }. A list of values ends with it. Close it.");
      for (ArffField& value : arff_fields(line, type.substr(1, type.size() - 2)))
        column.declared.push_back(std::move(value.text));
      types_.push_back(AttributeType::nominal);
    } else {
      types_.push_back(type_of(line, type));
    }
    declared_.emplace_back(column.declared.begin(), column.declared.end());
    table_.columns.push_back(std::move(column));
  }

  /// The type of a declaration. A comment begins behind a word, or behind the } of a list.
  static std::string_view without_comment_behind(std::string_view text) {
    text = without_blanks(text);
    std::size_t from = 0;
    if (!text.empty() && text.front() == '{') {
      char quote = 0;
      for (; from < text.size() && (quote != 0 || text[from] != '}'); ++from) {
        if (quote != 0 && text[from] == '\\')
          ++from;
        else if (quote != 0)
          quote = text[from] == quote ? '\0' : quote;
        else if (text[from] == '\'' || text[from] == '"')
          quote = text[from];
      }
    }
    from = std::min(from, text.size());
    const auto comment = text.find('%', from);
    return without_blanks(text.substr(0, comment));
  }

  static AttributeType type_of(const Line& line, std::string_view type) {
    const std::string word = lower_case(type);
    if (word == "numeric" || word == "real" || word == "integer") return AttributeType::number;
    if (word == "string") return AttributeType::word;
    refuse_arff(line, shown(type) +
                          " is no known type. Known are numeric, real, integer, string and {a, b}. Leave the "
                          "attribute out, or write it as one of them.");
  }

  void read_row(const Line& line, std::string_view text) {
    table_.lines.push_back(line.number);
    if (text.front() == '{') {
      read_sparse_row(line, text);
      return;
    }
    const auto fields = arff_fields(line, text);
    if (fields.size() != types_.size())
      refuse_arff(line, "the row has " + std::to_string(fields.size()) + " fields, beginning with " +
                            shown(fields.front().text) + ", but " + std::to_string(types_.size()) +
                            " attributes are declared. Correct the row.");
    for (std::size_t j = 0; j < fields.size(); ++j) append(line, j, fields[j]);
  }

  void read_sparse_row(const Line& line, std::string_view text) {
    if (text.back() != '}')
      refuse_arff(line, shown(text) + " has no } at its end. A sparse row ends with it. Close it.");
    std::vector<std::optional<ArffField>> fields(types_.size());
    text = without_blanks(text.substr(1, text.size() - 2));
    while (!text.empty()) {
      const ArffField index = take_field(line, text, " \t,");
      const std::size_t j = sparse_index(line, index.text);
      if (fields[j])
        refuse_arff(line, "index " + index.text + " stands twice. A column has one value. Remove one.");
      fields[j] = take_field(line, text, ",");
      text = without_blanks(text);
      if (!text.empty() && text.front() != ',')
        refuse_arff(line, "text stands behind the quoted field " + shown(fields[j]->text) +
                              ". Commas divide fields. Put the comma, or quotes around all of it.");
      if (!text.empty()) text.remove_prefix(1);
    }
    for (std::size_t j = 0; j < fields.size(); ++j) append(line, j, fields[j] ? *fields[j] : left_out(j));
  }

  std::size_t sparse_index(const Line& line, const std::string& text) const {
    const auto index = core::parsed<std::size_t>(text);
    if (!index || *index >= types_.size())
      refuse_arff(line, shown(text) + " is no index of a sparse row. Indices go from 0 to " +
                            std::to_string(types_.size() - 1) + ". Correct it.");
    return *index;
  }

  ArffField left_out(std::size_t column) {
    const bool is_nominal = types_[column] == AttributeType::nominal;
    ArffField field{is_nominal ? table_.columns[column].declared.front() : "0", ArffField::Writing::quoted};
    memory_.take(types_[column] == AttributeType::number ? sizeof(double)
                                                         : sizeof(std::string) + field.text.size());
    return field;
  }

  void append(const Line& line, std::size_t j, const ArffField& field) {
    Column& column = table_.columns[j];
    const auto at = [&] {
      return "column " + std::to_string(j + 1) + " ('" + column.name + "') is " + shown(field.text);
    };
    if (types_[j] == AttributeType::number) {
      const auto value = field.is_missing() ? std::numeric_limits<double>::quiet_NaN() : decimal(field.text);
      if (!value)
        refuse_arff(line, at() + ", but the column is declared numeric. Write a number, or ? for none.");
      column.numbers.push_back(*value);
      return;
    }
    if (types_[j] == AttributeType::nominal && !field.is_missing() && !declared_[j].contains(field.text))
      refuse_arff(line, at() + ", which is not one of its declared values. Declare it, or correct the row.");
    column.words.push_back(field.is_missing() ? "" : field.text);
  }

  RawTable table_;
  MemoryBudget memory_;
  std::set<std::string> names_;
  std::vector<AttributeType> types_;
  std::vector<std::set<std::string>> declared_; ///< the columns' values, to look up
  bool in_data_ = false;
};

} // namespace

RawTable read_arff(const TextFile& file) {
  return ArffReader(file).take();
}

} // namespace datasets::readers
