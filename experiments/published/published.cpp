#include "experiments/published/published.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "core/settings/parameter.hpp"
#include "experiments/blocks/axes.hpp"
#include "experiments/published/claims.hpp"
#include "experiments/published/printed_places.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/fields.hpp"
#include "experiments/yaml/values.hpp"
#include "results/record/study_card.hpp"

namespace experiments {
namespace {

/// Visits each block that stands for another name, with its axis.
template <class Visit>
void for_each_stand_in(const StudyBlocks& blocks, Visit visit) {
  const auto visit_all = [&](const std::string& axis, const std::vector<Block>& list) {
    for (const Block& block : list)
      if (block.stands_for) visit(axis, *block.stands_for);
  };
  visit_all("data", blocks.data);
  visit_all("classifier", blocks.classifiers);
  visit_all("method", blocks.methods);
}

using Row = std::vector<CsvField>;

const auto replications =
    core::integer("replications", "what the paper averaged over").in(1, 2147483647).or_else(0);

/// Turns the rows of one file into published numbers.
class PublishedReader {
 public:
  PublishedReader(const PublishedContext& context, int source, Problems& problems)
      : context_(context), source_(source), problems_(problems) {}

  PublishedNumbers read() {
    const Csv csv = parse_csv(source_, problems_);
    const auto columns = csv.header.empty() ? std::nullopt : columns_of(csv.header, rules(), problems_);
    if (!columns) return {};
    column_ = *columns;
    PublishedNumbers published;
    published.names = names(csv);
    for (const results::Axis& axis : context_.axes)
      if (axis.values.size() > 1 && !context_.layout.collapses(axis.name) && !column_.contains(axis.name)) {
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
      std::set<std::string> known;
      for (const Row& row : csv.rows)
        if (const std::string& name = row[column->second].text; known.insert(name).second)
          of_axis.push_back(name);
    }
    return out;
  }

  ColumnRules rules() const {
    ColumnRules out{{},
                    required_columns(),
                    "a published number needs its metric, its value, and where there are several its data, "
                    "classifier and method"};
    for (const results::Axis& axis : context_.axes) out.accepted.push_back(axis.name);
    out.accepted.insert(out.accepted.end(), {"metric", "value", "se", "sd"});
    return out;
  }

  /// A swept axis may have been added from the command line, so its column is not required.
  std::vector<std::string> required_columns() const {
    std::vector<std::string> required{"metric", "value"};
    for (const results::Axis& axis : context_.axes)
      if (axis.values.size() > 1 && !is_swept(axis) && !context_.layout.collapses(axis.name))
        required.push_back(axis.name);
    return required;
  }

  std::string note(std::size_t rows, const std::string& what) const {
    return problems_.source(source_).name + ": " + std::to_string(rows) + (rows == 1 ? " row " : " rows ") +
           what;
  }

  void read_row(const Row& row, PublishedNumbers& published) {
    const CsvField& metric = row[column_.at("metric")];
    const std::string value = read_mean(row[column_.at("value")]);
    const std::string se = read_optional(row, "se"), sd = read_optional(row, "sd");
    if (!is_known(metric.text)) {
      problems_.add(metric.place, "unknown metric '" + shortened(metric.text) + "'" +
                                      accepted_and_closest(metric.text, context_.known_metrics));
      return;
    }
    refuse_repetition(row);
    const auto places = read_places(row);
    if (places.empty() || are_too_many(published.published.size() + places.size(), metric, problems_)) return;
    if (std::find(context_.metrics.begin(), context_.metrics.end(), metric.text) == context_.metrics.end())
      ++elsewhere_["metric " + metric.text];
    else
      for (const results::Coordinates& at : places)
        published.published.push_back({at, metric.text, value, se, sd});
  }

  /// A file may have ranks by any metric, whether the layout asks for them or not.
  bool is_known(const std::string& metric) const {
    const auto& known = context_.known_metrics;
    return std::any_of(known.begin(), known.end(), [&](const std::string& name) {
      return metric == name || metric == results::rank_name(name);
    });
  }

  /// A mean is infinite as soon as one value is, and papers print it.
  std::string read_mean(const CsvField& field) {
    return field.text == "inf" || field.text == "-inf" ? field.text : read_number(field);
  }

  /// As printed, or empty.
  std::string read_number(const CsvField& field) {
    const auto number = decode_real(as_node(field));
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
        if (!axis.values.empty() && !context_.layout.collapses(axis.name))
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
  Columns column_;
  std::map<std::vector<std::string>, int> first_; ///< line of a place and metric
  std::map<std::string, std::size_t> elsewhere_;  ///< rows by what the study does not compute
};

results::Comparable read_comparable(const Fields& fields, const PublishedContext& context,
                                    Problems& problems) {
  auto comparable = results::Comparable::value;
  fields.word("comparable", comparable);
  const results::PanelRequest* readings = context.layout.panel("readings");
  if (comparable == results::Comparable::order && readings != nullptr && readings->has("metrics"))
    problems.add(
        fields.find("comparable")->place,
        "'comparable: order' beside 'readings' of the layout (the distance to numbers over other data "
        "sets says nothing). Keep one of the two");
  return comparable;
}

/// By metric, which difference from a published number is a trifle.
std::map<std::string, double> read_margins(const Node& node, const PublishedContext& context,
                                           Problems& problems) {
  std::map<std::string, double> out;
  const Fields fields(node, {"the margins", context.metrics}, problems);
  for (const Field& field : fields.all()) {
    const core::ParameterSpec spec =
        core::real(field.key, "a difference that is a trifle")
            .in(std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
    if (const auto value = read_value(*field.value, spec, problems))
      out[field.key] = std::get<double>(*value);
  }
  return out;
}

/// The data sets that the table has blocks of; nothing where it averages over them.
std::vector<std::string> data_of_blocks(const PublishedContext& context) {
  const results::Axis* data = results::named(context.axes, "data");
  return data == nullptr || context.layout.collapses("data") ? std::vector<std::string>{} : data->names();
}

/// One {data, metrics, cause, because}: a cause for each of the metrics.
std::vector<results::NamedCause> read_cause(const Node& node, const PublishedContext& context,
                                            Problems& problems) {
  const std::vector<std::string> data = data_of_blocks(context);
  const Fields fields(
      node,
      {"a cause", data.empty() ? std::vector<std::string>{"metrics", "cause", "because", "study"}
                               : std::vector<std::string>{"data", "metrics", "cause", "because", "study"}},
      problems);
  results::NamedCause one;
  if (!data.empty()) fields.word("data", one.data, {"data set", data}, "whose numbers differ");
  fields.word("cause", one.cause, "reading, paper or unexplained");
  fields.text("because", one.because, "the evidence, and the command that shows it");
  const bool is_reading = one.cause == results::Cause::reading;
  const char* whose = "the study whose table has the reading beside the default; marginlab check looks at it";
  const Node* study = is_reading ? fields.require("study", whose) : fields.find("study");
  if (study != nullptr && !is_reading)
    problems.add(study->place,
                 "'study' of a cause that is no reading. Name the study in 'because', or remove it");
  else if (study != nullptr)
    one.study = read_text(*study, "study", problems).value_or("");
  std::vector<results::NamedCause> out;
  if (const Node* metrics = fields.require("metrics", "of which numbers"))
    for (const std::string& metric : read_words(*metrics, "metrics", {"metric", context.metrics}, problems)) {
      one.metric = metric;
      out.push_back(one);
    }
  return out;
}

/// Why blocks of numbers differ, each block at most once.
std::vector<results::NamedCause> read_causes(const Node& node, const PublishedContext& context,
                                             Problems& problems) {
  std::vector<results::NamedCause> out;
  if (node.shape != Node::Shape::list || node.items.empty())
    problems.add(node.place,
                 "'causes' must be a list of {data, metrics, cause, because} (found " + found(node) + ")");
  for (const Node& item : node.items)
    for (results::NamedCause& one : read_cause(item, context, problems)) {
      const bool repeated = std::any_of(out.begin(), out.end(), [&](const results::NamedCause& other) {
        return other.data == one.data && other.metric == one.metric;
      });
      if (repeated)
        problems.add(item.place, "a second cause for '" + one.metric + "'" +
                                     (one.data.empty() ? "" : " of '" + one.data + "'") +
                                     ". Keep one of them");
      out.push_back(std::move(one));
    }
  return out;
}

/// The diagnostic that holds the test points under a printed error rate.
std::string read_attainable(const Node& node, const Fields& fields, const PublishedContext& context,
                            Problems& problems) {
  const auto name = read_word(node, {"diagnostic of test points", {"test_points"}}, problems);
  if (!fields.mentions("replications"))
    problems.add(node.place,
                 "'attainable' without 'replications' (which means can be printed depends on how many "
                 "rates they are of). Add it");
  if (!contains(context.metrics, "error_percent"))
    problems.add(node.place,
                 "'attainable' in a study without the metric 'error_percent' (it asks printed error "
                 "rates in percent). Add the metric, or remove it");
  return name.value_or("");
}

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

  void read(PublishedNumbers& out) {
    const Csv csv = parse_csv(source_, problems_);
    const auto columns = csv.header.empty() ? std::nullopt : columns_of(csv.header, rules(), problems_);
    if (!columns) return;
    column_ = *columns;
    for (const Row& row : csv.rows) read_row(row, out);
    for (const auto& [where, rows] : elsewhere_)
      out.notes.push_back(problems_.source(source_).name + ": " + std::to_string(rows) +
                          (rows == 1 ? " row" : " rows") + " of " + where +
                          " left out (this study does not test it)");
  }

 private:
  ColumnRules rules() const {
    ColumnRules out{{},
                    {"row", "column", "count"},
                    "a published count needs its row, its column, its count, and where there are several its "
                    "data and classifier"};
    for (const results::Axis& axis : axes_) {
      out.accepted.push_back(axis.name);
      if (axis.values.size() > 1) out.required.push_back(axis.name);
    }
    out.accepted.insert(out.accepted.end(), {"row", "column", "count"});
    return out;
  }

  void read_row(const Row& row, PublishedNumbers& out) {
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
    if (are_too_many(out.published_tests.size() + places.size() * rows.size() * columns.size(), count,
                     problems_))
      return;
    for (const results::Coordinates& at : places)
      for (const std::string& one : rows)
        for (const std::string& other : columns) out.published_tests.push_back({at, one, other, count.text});
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
  Columns column_;
  std::set<std::vector<std::string>> given_;
  std::map<std::string, std::size_t> elsewhere_; ///< rows by what the study does not test
};

/// Reads {file, out_of}.
void read_tests(const Node& node, const PublishedContext& context, PublishedNumbers& out,
                Problems& problems) {
  const Fields fields(node, {"the published tests", {"file", "out_of"}}, problems);
  if (const Node* file = fields.require("file", "a CSV file beside the config"))
    if (const auto source = open_published(*file, context.folder, problems)) {
      const results::PanelRequest* asked = context.layout.panel("paired_tests");
      if (asked == nullptr)
        out.notes.push_back(problems.source(*source).name +
                            ": left out (the layout of this study has no paired_tests)");
      else if (asked->has("over") && asked->has("among")) // else that has been reported
        TestsReader(context, *asked, *source, problems).read(out);
    }
  read_number(fields, out_of, out.published_tests_over, problems);
}

} // namespace

void check_aliases(const StudyBlocks& blocks, const PublishedNames& names, Problems& problems) {
  for_each_stand_in(blocks, [&](const std::string& axis, const StandIn& stand_in) {
    const auto column = names.find(axis);
    if (column == names.end()) {
      problems.add(stand_in.place, "nothing is published for " + axis + " '" + stand_in.name +
                                       "' (the file of published numbers has no column '" + axis +
                                       "'). Add the column, or remove stands_for");
    } else if (const auto& known = column->second;
               std::find(known.begin(), known.end(), stand_in.name) == known.end()) {
      problems.add(stand_in.place, "nothing is published for " + axis + " '" + stand_in.name + "'" +
                                       accepted_and_closest(stand_in.name, known));
    }
  });
}

void refuse_aliases(const StudyBlocks& blocks, Problems& problems) {
  for_each_stand_in(blocks, [&](const std::string&, const StandIn& stand_in) {
    problems.add(stand_in.place,
                 "'stands_for' without published numbers (there is nothing to compare the block with). Add a "
                 "published block, or remove it");
  });
}

/// The names that the claims compare, and those of the places where they do, each once.
PublishedNames names_in(const std::vector<results::Claim>& claims) {
  PublishedNames out;
  const auto add = [&](const std::string& axis, const std::string& name) {
    std::vector<std::string>& known = out[axis];
    if (!name.empty() && std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
  };
  for (const results::Claim& claim : claims)
    for (const results::ClaimRow& row : claim.rows) {
      add(row.axis, row.left);
      add(row.axis, row.right);
      for (const auto& [axis, name] : row.at) add(axis, name);
    }
  return out;
}

std::vector<std::string> published_keys() {
  return {"file",   "replications", "comparable", "tests", "attainable",
          "claims", "causes",       "margins",    "source"};
}

PublishedNumbers read_published(const Node& node, const PublishedContext& context, Problems& problems) {
  const Fields fields(node, {"the published block", published_keys()}, problems);
  PublishedNumbers published;
  const Node* tests = fields.find("tests");
  const Node* claims = fields.find("claims");
  const Node* file = tests == nullptr && claims == nullptr
                         ? fields.require("file", "a CSV file beside the config")
                         : fields.find("file");
  if (file != nullptr)
    if (const auto source = open_published(*file, context.folder, problems))
      published = PublishedReader(context, *source, problems).read();
  fields.text("source", published.published_source);
  read_number(fields, replications, published.published_replications, problems);
  published.published_comparable = read_comparable(fields, context, problems);
  if (tests != nullptr) read_tests(*tests, context, published, problems);
  if (const Node* attainable = fields.find("attainable"))
    published.published_attainable = read_attainable(*attainable, fields, context, problems);
  if (const Node* causes = fields.find("causes")) published.causes = read_causes(*causes, context, problems);
  if (const Node* margins = fields.find("margins"))
    published.margins = read_margins(*margins, context, problems);
  if (claims != nullptr) {
    PublishedClaims read = read_claims(*claims, context, problems);
    published.claims = std::move(read.claims);
    if (file == nullptr && tests == nullptr) published.names = names_in(published.claims);
    published.notes.insert(published.notes.end(), read.notes.begin(), read.notes.end());
  }
  return published;
}

} // namespace experiments
