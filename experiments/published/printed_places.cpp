#include "experiments/published/printed_places.hpp"

#include <algorithm>

#include "experiments/yaml/tree.hpp"
#include "experiments/yaml/values.hpp"
#include "experiments/yaml/yaml.hpp"

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

std::optional<Columns> columns_of(const std::vector<CsvField>& header, const ColumnRules& rules,
                                  Problems& problems) {
  const std::vector<std::string>& accepted = rules.accepted;
  Columns columns;
  bool good = true;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::string& name = header[i].text;
    const bool known = std::find(accepted.begin(), accepted.end(), name) != accepted.end();
    if (!known)
      problems.add(header[i].place,
                   "unknown column '" + shortened(name) + "'" + accepted_and_closest(name, accepted));
    else if (!columns.emplace(name, i).second)
      problems.add(header[i].place, "column '" + name + "' stands twice. Keep one of them");
    good = good && known;
  }
  for (const std::string& name : rules.required)
    if (good && !columns.contains(name)) {
      problems.add(header.front().place, "missing column '" + name + "' (" + rules.need + ")");
      good = false;
    }
  return good ? std::optional(std::move(columns)) : std::nullopt;
}

bool are_too_many(std::size_t numbers, const CsvField& field, Problems& problems) {
  if (numbers > most_published)
    problems.add(field.place,
                 "more than " + std::to_string(most_published) +
                     " published numbers (each counts at every block that stands for it). Leave some out");
  return numbers > most_published;
}

std::optional<int> open_published(const Node& node, const std::filesystem::path& folder, Problems& problems) {
  const auto name = read_text(node, "file", problems);
  if (!name) return std::nullopt;
  const std::filesystem::path path = folder / *name;
  const FileText content = read_file(path);
  if (!content.text) {
    problems.add(node.place, "cannot read '" + path.string() + "' (" + content.refusal + ")");
    return std::nullopt;
  }
  const int source =
      problems.add_source({path.string(), SourceText::Origin::file, split_lines(*content.text)});
  return obeys_text_rules(*content.text, source, problems) ? std::optional(source) : std::nullopt;
}

Node as_node(const CsvField& field) {
  return {.shape = Node::Shape::scalar, .place = field.place, .text = field.text, .pairs = {}};
}

std::vector<std::string> values_on(const results::Axis& axis, const CsvField& field) {
  const auto number = axis.numeric ? decode_real(as_node(field)).value : std::nullopt;
  std::vector<std::string> out;
  for (const results::AxisValue& value : axis.values) {
    const std::string& name = value.stands_for.empty() ? value.name : value.stands_for;
    if (name == field.text || (number && decode_real(as_node({value.name, {}})).value == number))
      out.push_back(value.name);
  }
  return out;
}

std::vector<results::Coordinates> multiplied(const std::vector<results::Coordinates>& places,
                                             const std::string& axis,
                                             const std::vector<std::string>& values) {
  std::vector<results::Coordinates> out;
  for (const results::Coordinates& place : places)
    for (const std::string& value : values) {
      out.push_back(place);
      out.back()[axis] = value;
    }
  return out;
}

namespace {

namespace fs = std::filesystem;

/// Whatever `file:` names below a node, by a path that stays below the study's folder.
void collect_files(const Node& node, const fs::path& folder, std::map<std::string, std::string>& files) {
  for (const Node& item : node.items) collect_files(item, folder, files);
  for (const Node::Pair& pair : node.pairs) {
    const fs::path name = fs::path(pair.value.text).lexically_normal();
    if (pair.key != "file" || name.is_absolute() || name.empty() || *name.begin() == "..")
      collect_files(pair.value, folder, files);
    else if (const FileText content = read_file(folder / name); content.text)
      files.emplace(name.generic_string(), *content.text);
  }
}

} // namespace

std::map<std::string, std::string> printed_files(const Node& root, const fs::path& folder) {
  std::map<std::string, std::string> files;
  if (const Node* node = root.find("published")) collect_files(*node, folder, files);
  return files;
}

} // namespace experiments
