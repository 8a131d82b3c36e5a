#include "experiments/spec/published_places.hpp"

#include "experiments/spec/scalar.hpp"
#include "experiments/spec/text_rules.hpp"

namespace experiments {

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

} // namespace experiments
