#include "experiments/config/published_tests.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/parameter.hpp"
#include "core/parameters.hpp"
#include "experiments/config/axes.hpp"
#include "experiments/config/decode.hpp"
#include "experiments/config/diagnostics.hpp"
#include "experiments/config/fields.hpp"

namespace experiments {
namespace {

using Row = std::vector<CsvField>;

const auto out_of =
    core::integer("out_of", "how many data sets the counts are out of").in(1, 1000000).or_else(0);

/// Turns the rows of one file into published counts.
class TestsReader {
 public:
  TestsReader(const PublishedContext& context, const results::PanelRequest& tests, int source,
              Problems& problems)
      : values_(tests.has("values") ? tests.list("values") : std::vector<std::string>{}),
        source_(source),
        problems_(problems) {
    const std::string &over = tests.word("over"), &among = tests.word("among");
    for (const results::Axis& axis : context.axes) {
      if (axis.name == among) among_ = axis;
      if (axis.name != among && axis.name != over) axes_.push_back(axis);
    }
    std::erase_if(among_.values, [&](const results::AxisValue& value) {
      return std::find(values_.begin(), values_.end(), value.name) == values_.end();
    });
  }

  PublishedTests read() {
    PublishedTests out;
    const Csv csv = parse_csv(source_, problems_);
    if (csv.header.empty() || !read_header(csv.header)) return out;
    for (const Row& row : csv.rows) read_row(row, out);
    for (const auto& [where, rows] : elsewhere_)
      out.notes.push_back(problems_.source(source_).name + ": " + std::to_string(rows) +
                          (rows == 1 ? " row" : " rows") + " of " + where +
                          " left out (this study does not test it)");
    return out;
  }

 private:
  bool read_header(const Row& header) {
    std::vector<std::string> accepted, required{"row", "column", "count"};
    for (const results::Axis& axis : axes_) {
      accepted.push_back(axis.name);
      if (axis.values.size() > 1) required.push_back(axis.name);
    }
    accepted.insert(accepted.end(), {"row", "column", "count"});
    bool good = true;
    for (std::size_t i = 0; i < header.size(); ++i) {
      const std::string& name = header[i].text;
      const bool known = std::find(accepted.begin(), accepted.end(), name) != accepted.end();
      const bool once = column_.emplace(name, i).second;
      if (!known)
        problems_.add(header[i].place,
                      "unknown column '" + shortened(name) + "'" + accepted_and_closest(name, accepted));
      else if (!once)
        problems_.add(header[i].place, "column '" + name + "' stands twice. Keep one of them");
      good = good && known && once;
    }
    for (const std::string& name : required)
      if (good && !column_.contains(name)) {
        problems_.add(header.front().place, "missing column '" + name +
                                                "' (a published count needs its row, its column, its count, "
                                                "and where there are several its data and classifier)");
        good = false;
      }
    return good;
  }

  void read_row(const Row& row, PublishedTests& out) {
    const CsvField& count = row[column_.at("count")];
    const auto number = decode_integer(as_node(count));
    const bool wrong = !number.value || *number.value < 0;
    if (!count.text.empty() && wrong)
      problems_.add(count.place, "not a count (found '" + shortened(count.text) +
                                     "'). Write how many the paper prints, or nothing");
    if (!given_.insert(place_of(row)).second)
      problems_.add(row.front().place, "published twice. Keep one of them");
    const auto rows = values(row, among_, "row"), columns = values(row, among_, "column");
    std::vector<results::Coordinates> places{{}};
    for (const results::Axis& axis : axes_) {
      if (column_.contains(axis.name)) {
        if (is_swept(axis) && row[column_.at(axis.name)].text.empty()) continue; // no place on it
        places = multiplied(places, axis.name, values(row, axis, axis.name));
      } else if (!axis.values.empty()) {
        places = multiplied(places, axis.name, {axis.values.front().name});
      }
    }
    if (are_too_many(out.counts.size() + places.size() * rows.size() * columns.size(), count, problems_))
      return;
    for (const results::Coordinates& at : places)
      for (const std::string& one : rows)
        for (const std::string& other : columns) out.counts.push_back({at, one, other, count.text});
  }

  /// The study's values that a field names; none are counted as left out.
  std::vector<std::string> values(const Row& row, const results::Axis& axis, const std::string& column) {
    const CsvField& field = row[column_.at(column)];
    const auto found = values_on(axis, field);
    if (found.empty()) ++elsewhere_[column + " " + shortened(field.text)];
    return found;
  }

  std::vector<std::string> place_of(const Row& row) const {
    std::vector<std::string> out;
    for (const auto& [name, i] : column_)
      if (name != "count") out.push_back(row[i].text);
    return out;
  }

  std::vector<std::string> values_; ///< that are tested
  int source_;
  Problems& problems_;
  results::Axis among_;
  std::vector<results::Axis> axes_; ///< the others, but the one counted over
  std::map<std::string, std::size_t> column_;
  std::set<std::vector<std::string>> given_;
  std::map<std::string, std::size_t> elsewhere_; ///< rows by what the study does not test
};

} // namespace

PublishedTests read_published_tests(const Node& node, const PublishedContext& context, Problems& problems) {
  const Fields fields(node, {"the published tests", {"file", "out_of"}}, problems);
  PublishedTests tests;
  if (const Node* file = fields.require("file", "a CSV file beside the config"))
    if (const auto source = open_published(*file, context.folder, problems)) {
      const results::PanelRequest* asked = context.layout.panel("paired_tests");
      if (asked == nullptr)
        tests.notes.push_back(problems.source(*source).name +
                              ": left out (the layout of this study has no paired_tests)");
      else if (asked->has("over") && asked->has("among")) // else that has been reported
        tests = TestsReader(context, *asked, *source, problems).read();
    }
  if (const Node* count = fields.find("out_of"))
    if (const auto value = read_value(*count, out_of, problems))
      tests.out_of = static_cast<std::int32_t>(std::get<std::int64_t>(*value));
  return tests;
}

} // namespace experiments
