#include "datasets/readers/arff_tokens.hpp"

#include "core/contract.hpp"
#include "datasets/readers/raw_table.hpp"

namespace datasets::readers {
namespace {

constexpr const char* blanks = " \t";

ArffField take_quoted(const Line& line, std::string_view& rest) {
  const std::string_view whole = rest;
  const char quote = rest.front();
  ArffField field{{}, ArffField::Writing::quoted};
  for (rest.remove_prefix(1); !rest.empty(); rest.remove_prefix(1)) {
    if (rest.front() == quote) {
      rest.remove_prefix(1);
      return field;
    }
    if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
    field.text += rest.front();
  }
  refuse_arff(line, "the quote of " + shown(whole) +
                        " is never closed. It takes the rest of the line. Close it, or write \\ before it.");
}

} // namespace

void refuse_arff(const Line& line, const std::string& sentence) {
  throw core::UserError(*line.file + ":" + std::to_string(line.number) + ": " + sentence);
}

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

ArffField take_field(const Line& line, std::string_view& rest, std::string_view ends) {
  const auto first = rest.find_first_not_of(blanks);
  rest.remove_prefix(first == std::string_view::npos ? rest.size() : first);
  if (!rest.empty() && (rest.front() == '\'' || rest.front() == '"')) return take_quoted(line, rest);
  const auto end = rest.find_first_of(ends);
  ArffField field{std::string(without_blanks(rest.substr(0, end)))};
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end);
  return field;
}

std::vector<ArffField> arff_fields(const Line& line, std::string_view text) {
  std::vector<ArffField> fields;
  while (true) {
    fields.push_back(take_field(line, text, ","));
    text = without_blanks(text);
    if (text.empty()) return fields;
    if (text.front() != ',')
      refuse_arff(line, "text stands behind the quoted field " + shown(fields.back().text) +
                            ". Commas divide fields. Put the comma, or quotes around all of it.");
    text.remove_prefix(1);
  }
}

} // namespace datasets::readers
