#include "results/format/csv.hpp"

namespace results {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string csv_record(const std::vector<std::string>& fields) {
  std::string out;
  for (std::size_t i = 0; i < fields.size(); ++i) out += (i > 0 ? "," : "") + csv_field(fields[i]);
  return out + "\r\n";
}

std::string csv_of(const Document& document) {
  std::vector<std::string> line = document.axes;
  for (const LongColumn& column : long_columns) line.emplace_back(column.name);
  std::string out = csv_record(line);
  for (const LongRow& row : document.long_form) {
    line.clear();
    for (const std::string& axis : document.axes) line.push_back(value_on(axis, row.at));
    for (const LongColumn& column : long_columns) line.push_back(row.*column.text);
    out += csv_record(line);
  }
  return out;
}

} // namespace results
