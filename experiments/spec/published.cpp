#include "experiments/spec/published.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "experiments/spec/axes.hpp"
#include "experiments/spec/csv.hpp"
#include "experiments/spec/display.hpp"
#include "experiments/spec/fields.hpp"
#include "experiments/spec/scalar.hpp"
#include "experiments/spec/suggestion.hpp"
#include "experiments/spec/text_rules.hpp"
#include "experiments/spec/value.hpp"

namespace experiments {
namespace {

using Row = std::vector<CsvField>;

const core::ParameterSpec replications{.key = "replications",
                                       .kind = core::Kind::integer,
                                       .fallback = std::int64_t{0},
                                       .meaning = "what the paper averaged over",
                                       .good = std::int64_t{100},
                                       .bad = std::int64_t{-1},
                                       .least = 1,
                                       .most = 2147483647};

Node plain(const CsvField& field) {
  return {.shape = Node::Shape::scalar, .place = field.place, .text = field.text, .pairs = {}};
}

/// The axis values that are compared with the numbers a cell names: those that stand for the name, or for
/// nothing else and have it. On a numeric axis 0.10 names 0.1.
std::vector<std::string> values_on(const results::Axis& axis, const CsvField& field) {
  const auto number = axis.numeric ? decode_real(plain(field)).value : std::nullopt;
  std::vector<std::string> out;
  for (const results::AxisValue& value : axis.values) {
    const std::string& name = value.stands_for.empty() ? value.name : value.stands_for;
    if (name == field.text || (number && std::stod(value.name) == *number)) out.push_back(value.name);
  }
  return out;
}

/// Each place at each of these values of an axis.
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

/// Turns the rows of one file into published numbers.
class PublishedReader {
 public:
  PublishedReader(const PublishedContext& context, int source, Problems& problems)
      : context_(context), source_(source), problems_(problems) {}

  PublishedNumbers read() {
    const Csv csv = parse_csv(source_, problems_);
    if (csv.header.empty() || !read_header(csv.header)) return {};
    PublishedNumbers published;
    published.names = names(csv);
    for (const results::Axis& axis : context_.axes)
      if (axis.values.size() > 1 && axis.name != context_.best_over && !column_.contains(axis.name)) {
        published.notes.push_back(
            note(csv.rows.size(), "left out (no column places them on the axis '" + axis.name + "')"));
        return published;
      }
    for (const Row& row : csv.rows) read_row(row, published);
    for (const auto& [where, rows] : elsewhere_)
      published.notes.push_back(note(rows, "of " + where + " left out (this study does not compute it)"));
    return published;
  }

 private:
  /// The distinct names in the columns of axes, in the order of the file.
  PublishedNames names(const Csv& csv) const {
    PublishedNames out;
    for (const results::Axis& axis : context_.axes) {
      const auto column = column_.find(axis.name);
      if (column == column_.end()) continue;
      std::vector<std::string>& of_axis = out[axis.name];
      for (const Row& row : csv.rows) {
        const std::string& name = row[column->second].text;
        if (std::find(of_axis.begin(), of_axis.end(), name) == of_axis.end()) of_axis.push_back(name);
      }
    }
    return out;
  }

  bool read_header(const Row& header) {
    std::vector<std::string> accepted;
    for (const results::Axis& axis : context_.axes) accepted.push_back(axis.name);
    accepted.insert(accepted.end(), {"metric", "value", "se", "sd"});
    bool good = true;
    for (std::size_t i = 0; i < header.size(); ++i) {
      const std::string& name = header[i].text;
      const bool known = std::find(accepted.begin(), accepted.end(), name) != accepted.end();
      if (!known)
        problems_.add(header[i].place,
                      "unknown column '" + shortened(name) + "'" + accepted_and_closest(name, accepted));
      else if (!column_.emplace(name, i).second)
        problems_.add(header[i].place, "column '" + name + "' stands twice. Keep one of them");
      good = good && known;
    }
    for (const std::string& name : required_columns())
      if (good && !column_.contains(name)) {
        problems_.add(header.front().place,
                      "missing column '" + name + "' (a published number needs its metric, its " +
                          "value, and where there are several its data, classifier and method)");
        good = false;
      }
    return good;
  }

  /// A swept axis may have been added from the command line, so its column is not required.
  std::vector<std::string> required_columns() const {
    std::vector<std::string> required{"metric", "value"};
    for (const results::Axis& axis : context_.axes)
      if (axis.values.size() > 1 && !is_swept(axis)) required.push_back(axis.name);
    return required;
  }

  std::string note(std::size_t rows, const std::string& what) const {
    return problems_.source(source_).name + ": " + std::to_string(rows) + (rows == 1 ? " row " : " rows ") +
           what;
  }

  void read_row(const Row& row, PublishedNumbers& published) {
    const CsvField& metric = row[column_.at("metric")];
    const std::string value = read_number(row[column_.at("value")]);
    const std::string se = read_optional(row, "se"), sd = read_optional(row, "sd");
    if (std::find(context_.known_metrics.begin(), context_.known_metrics.end(), metric.text) ==
        context_.known_metrics.end()) {
      problems_.add(metric.place, "unknown metric '" + shortened(metric.text) + "'" +
                                      accepted_and_closest(metric.text, context_.known_metrics));
      return;
    }
    refuse_repetition(row);
    const auto places = read_places(row);
    if (places.empty()) return;
    if (std::find(context_.metrics.begin(), context_.metrics.end(), metric.text) == context_.metrics.end())
      ++elsewhere_["metric " + metric.text];
    else
      for (const results::Coordinates& at : places)
        published.numbers.push_back({at, metric.text, value, se, sd});
  }

  /// As printed, or empty.
  std::string read_number(const CsvField& field) {
    const auto number = decode_real(plain(field));
    if (!field.text.empty() && !number.value)
      problems_.add(field.place, "not a number" + number.wrong + ". Write what the paper prints, or nothing");
    return field.text;
  }

  std::string read_optional(const Row& row, const std::string& name) {
    const auto column = column_.find(name);
    return column == column_.end() ? "" : read_number(row[column->second]);
  }

  void refuse_repetition(const Row& row) {
    std::vector<std::string> place;
    for (const auto& [name, i] : column_)
      if (name != "value" && name != "se" && name != "sd") place.push_back(row[i].text);
    const auto [first, is_new] = first_.emplace(place, row.front().place.line);
    if (!is_new)
      problems_.add(row.front().place, "published twice (first in line " + std::to_string(first->second) +
                                           "). Keep one of them");
  }

  /// Where the number is compared: at each of its readings. Nowhere where the study has no such value. An
  /// empty cell: the number has no place on that swept axis.
  std::vector<results::Coordinates> read_places(const Row& row) {
    std::vector<results::Coordinates> places{{}};
    for (const results::Axis& axis : context_.axes) {
      const auto column = column_.find(axis.name);
      if (column == column_.end()) {
        if (!axis.values.empty() && axis.name != context_.best_over)
          for (results::Coordinates& at : places) at[axis.name] = axis.values.front().name;
        continue;
      }
      const CsvField& field = row[column->second];
      if (field.text.empty()) {
        if (!is_swept(axis))
          problems_.add(field.place, "no " + axis.name + " (a published number needs one)");
        continue;
      }
      const auto values = values_on(axis, field);
      if (values.empty()) {
        ++elsewhere_[axis.name + " " + shortened(field.text)];
        return {};
      }
      places = multiplied(places, axis.name, values);
    }
    return places;
  }

  const PublishedContext& context_;
  int source_;
  Problems& problems_;
  std::map<std::string, std::size_t> column_;
  std::map<std::vector<std::string>, int> first_; ///< line of a place and metric
  std::map<std::string, std::size_t> elsewhere_;  ///< rows by what the study does not compute
};

} // namespace

PublishedNumbers read_published(const Node& node, const PublishedContext& context, Problems& problems) {
  const Fields fields(node, {"the published block", {"file", "replications"}}, problems);
  PublishedNumbers published;
  const Node* file = fields.require("file", "a CSV file beside the config");
  const auto name = file ? read_text(*file, "file", problems) : std::nullopt;
  if (name) {
    const std::filesystem::path path = context.folder / *name;
    const FileText content = read_file(path);
    if (content.text) {
      const int source =
          problems.add_source({path.string(), SourceText::Origin::file, split_lines(*content.text)});
      if (obeys_text_rules(*content.text, source, problems))
        published = PublishedReader(context, source, problems).read();
    } else {
      problems.add(file->place, "cannot read '" + path.string() + "' (" + content.refusal + ")");
    }
  }
  if (const Node* count = fields.find("replications"))
    if (const auto value = read_value(*count, replications, problems))
      published.replications = static_cast<std::int32_t>(std::get<std::int64_t>(*value));
  return published;
}

} // namespace experiments
