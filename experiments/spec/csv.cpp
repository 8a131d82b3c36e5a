#include "experiments/spec/csv.hpp"

#include <algorithm>

#include "experiments/spec/column_count.hpp"

namespace experiments {
namespace {

std::vector<CsvField> split(const std::string& line, Place place) {
  std::vector<CsvField> fields;
  ColumnCount columns;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    const std::string cell = line.substr(begin, end - begin);
    const std::size_t first = std::min(cell.find_first_not_of(" \t"), cell.size());
    const std::size_t last = cell.find_last_not_of(" \t");
    place.column = columns.column(line, begin + first);
    fields.push_back({first == cell.size() ? "" : cell.substr(first, last - first + 1), place});
    begin = end + 1;
  }
  return fields;
}

std::string count(std::size_t number) {
  return std::to_string(number) + (number == 1 ? " field" : " fields");
}

} // namespace

Csv parse_csv(int source, Problems& problems) {
  Csv csv;
  const std::vector<std::string> lines = problems.source(source).lines;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t first = lines[i].find_first_not_of(" \t");
    if (first == std::string::npos || lines[i][first] == '#') continue;
    const Place place{source, static_cast<int>(i) + 1, static_cast<int>(first) + 1};
    auto fields = split(lines[i], place);
    if (lines[i].find('"') != std::string::npos)
      problems.add(place, "a quote (fields stand without quotes here). Remove it");
    else if (csv.header.empty())
      csv.header = std::move(fields);
    else if (fields.size() != csv.header.size())
      problems.add(place, count(fields.size()) + " (the header has " + count(csv.header.size()) + ")");
    else
      csv.rows.push_back(std::move(fields));
  }
  if (csv.header.empty()) problems.add({source, 0, 0}, "the file is empty. Begin it with a header line");
  return csv;
}

} // namespace experiments
