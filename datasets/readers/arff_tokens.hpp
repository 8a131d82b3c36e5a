#pragma once
#include <string>
#include <vector>

#include "datasets/readers/lines.hpp"

namespace datasets::readers {

/// A field of an ARFF line. A quoted ? is a value, a bare one is missing.
struct ArffField {
  std::string text;
  enum class Writing { bare, quoted } writing = Writing::bare;

  bool is_missing() const { return writing == Writing::bare && (text.empty() || text == "?"); }
};

/// Takes one field off the front of `rest`: quoted, or bare up to one of `ends`. Throws UserError for a quote
/// without its end.
ArffField take_field(const Line& line, std::string_view& rest, std::string_view ends);

/// All fields of a text divided by commas.
std::vector<ArffField> arff_fields(const Line& line, std::string_view text);

/// "file:line: " and the sentence, as a UserError.
[[noreturn]] void refuse_arff(const Line& line, const std::string& sentence);

std::string_view without_blanks(std::string_view text);
std::string lower_case(std::string_view text);

} // namespace datasets::readers
