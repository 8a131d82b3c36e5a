#include "results/store/hdf5/tables.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "core/contract.hpp"
#include "core/settings/parsed.hpp"
#include "results/store/hdf5/dataset.hpp"
#include "results/store/hdf5/file.hpp"

namespace results::hdf5 {
namespace {

constexpr std::array<std::string_view, 7> fixed_columns{"row",       "setting", "replicate", "status",
                                                        "canonical", "point",   "key"};

std::int32_t position_on(const Axis& axis, const Point& point) {
  if (!point.at.contains(axis.name)) return -1;
  const AxisValue* found = axis.value(point.at.at(axis.name));
  core::expect(found != nullptr, "a point's coordinate is a value of its axis");
  return static_cast<std::int32_t>(found - axis.values.data());
}

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

/// The first point of each setting: what its axis columns show.
std::vector<std::size_t> first_points(const DesignIndex& design) {
  std::vector<std::size_t> first;
  for (const auto& points : design.points_of) first.push_back(points.empty() ? nowhere : points.front());
  return first;
}

/// "platt = Platt's; bracket = Our": the printed phrases of those names that have another.
std::string legend(const Axis& axis) {
  std::string text;
  for (const AxisValue& value : axis.values) {
    if (value.name == value.label) continue;
    if (!text.empty()) text += "; ";
    text.append(value.name).append(" = ").append(value.label);
  }
  return text;
}

/// The columns that say where on the axes each row of a table lies; row i is at point at[i].
void write_axis_columns(Table& table, const Contents& contents, const std::vector<std::size_t>& at) {
  const auto& axes = contents.results.card.axes;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const auto& position = contents.design.position[a];
    std::vector<std::int32_t> place(at.size(), -1);
    for (std::size_t i = 0; i < at.size(); ++i)
      if (at[i] != nowhere) place[i] = position[at[i]];
    const Note note{contents.axis_columns[a], "label", axes[a].numeric ? "1" : "", axes[a].label,
                    legend(axes[a])};
    if (axes[a].numeric) {
      const std::vector<double> numbers = numbers_on(axes[a]);
      std::vector<double> column(at.size(), std::numeric_limits<double>::quiet_NaN());
      for (std::size_t i = 0; i < at.size(); ++i)
        if (place[i] >= 0) column[i] = numbers[static_cast<std::size_t>(place[i])];
      table.reals(note, column);
    } else {
      table.labels(note, axes[a].names(), place);
    }
  }
}

void write_status(Table& table, std::span<const std::int32_t> outcome) {
  const Handle column =
      table.integers({"status", "index", "1", "outcome", "how the cell ended, see flag_meanings"}, outcome);
  put_attribute(column, "flag_values", std::array<std::int32_t, 3>{0, 1, 2});
  put_attribute(column, "flag_meanings", std::string("ok not_converged failed"));
}

} // namespace

Handle made_scale(Handle dataset, const std::string& dimension, const std::string& label) {
  check(H5DSset_scale(dataset, dimension.c_str()), "making the scale '" + dimension + "'");
  put_attribute(dataset, "long_name", label);
  return dataset;
}

Handle numbered_scale(hid_t group, const std::string& dimension, std::size_t length) {
  std::vector<std::int32_t> numbers(length);
  std::iota(numbers.begin(), numbers.end(), 0);
  return made_scale(write_integers(group, dimension, numbers), dimension, dimension);
}

void attach_scale(hid_t dataset, hid_t scale, unsigned dimension) {
  check(H5DSattach_scale(dataset, scale, dimension), "attaching a scale");
}

Table::Table(hid_t parent, const std::string& name, const std::string& dimension, std::size_t rows)
    : name_(name),
      rows_(rows),
      group_(create_group(parent, name)),
      scale_(numbered_scale(group_, dimension, rows)) {
  schema_.push_back(
      {name, "int32", {dimension, "index", "1", dimension, "number of the row in this table, from 0"}});
  put_attribute(scale_, "units", std::string("1"));
}

Handle Table::take(const Note& note, const std::string& type, std::size_t length, Handle column) {
  core::expect(length == rows_, "the columns of a table have one length");
  attach_scale(column, scale_, 0);
  if (!note.label.empty()) put_attribute(column, "long_name", note.label);
  if (!note.unit.empty()) put_attribute(column, "units", note.unit);
  if (!note.meaning.empty()) put_attribute(column, "comment", note.meaning);
  schema_.push_back({name_, type, note});
  return column;
}

Handle Table::integers(const Note& note, std::span<const std::int32_t> values) {
  return take(note, "int32", values.size(), write_integers(group_, note.name, values));
}

Handle Table::reals(const Note& note, std::span<const double> values) {
  return take(note, "float64", values.size(), write_reals(group_, note.name, values, {values.size()}));
}

Handle Table::texts(const Note& note, std::span<const char* const> values) {
  return take(note, "UTF-8", values.size(), write_texts(group_, note.name, values));
}

Handle Table::labels(const Note& note, std::span<const std::string> names,
                     std::span<const std::int32_t> numbers) {
  return take(note, "UTF-8", numbers.size(), write_labels(group_, note.name, names, numbers));
}

DesignIndex design_index(const StudyCard& card) {
  DesignIndex design;
  for (const Axis& axis : card.axes) {
    auto& positions = design.position.emplace_back();
    for (const Point& point : card.points) positions.push_back(position_on(axis, point));
  }
  design.points_of.resize(card.settings.size());
  for (std::size_t i = 0; i < card.points.size(); ++i) {
    const auto setting = static_cast<std::size_t>(card.points[i].setting);
    core::expect(setting < card.settings.size(), "a point's setting is on the card");
    design.points_of[setting].push_back(i);
  }
  return design;
}

std::vector<double> numbers_on(const Axis& axis) {
  std::vector<double> numbers;
  for (const AxisValue& value : axis.values) {
    const auto number = core::parsed<double>(value.name);
    core::expect(number.has_value(), "a numeric axis' names are numbers");
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<std::string> axis_columns(const StudyCard& card, const Rows& rows) {
  std::vector<std::string> columns;
  for (const Axis& axis : card.axes) {
    const bool is_fixed =
        std::find(fixed_columns.begin(), fixed_columns.end(), axis.name) != fixed_columns.end();
    const bool is_series = std::any_of(rows.series.begin(), rows.series.end(), [&axis](const auto& table) {
      return table.second.columns.contains(axis.name);
    });
    const bool is_taken = is_fixed || is_series || rows.values.contains(axis.name);
    columns.push_back(is_taken ? "axis_" + axis.name : axis.name);
  }
  return columns;
}

std::vector<Note> value_notes(const StudyCard& card, const Rows& rows) {
  std::vector<Note> notes;
  for (const Metric& metric : card.metrics) {
    if (!rows.values.contains(metric.name)) continue;
    notes.push_back({metric.name, "metric", "1", metric.label, metric.meaning});
  }
  const std::size_t metrics = notes.size();
  for (const auto& column : rows.values) {
    const auto has_name = [&column](const Note& note) { return note.name == column.first; };
    const auto end = notes.begin() + static_cast<std::ptrdiff_t>(metrics);
    if (std::none_of(notes.begin(), end, has_name)) {
      notes.push_back({column.first, "diagnostic", "1", column.first, ""});
    }
  }
  return notes;
}

Schema write_replicates(hid_t file, const Contents& contents) {
  const StudyCard& card = contents.results.card;
  const Rows& rows = contents.results.rows;
  Table table(file, "replicates", "row", rows.size());
  table.integers({"setting", "index", "1", "setting", "row of /settings: the computation"}, rows.setting);
  table.integers({"replicate", "index", "1", "replicate", "number of the draw, from 0"}, rows.replicate);
  write_status(table, rows.outcome);
  const auto first = first_points(contents.design);
  std::vector<std::size_t> at;
  for (const std::int32_t setting : rows.setting) at.push_back(first.at(static_cast<std::size_t>(setting)));
  write_axis_columns(table, contents, at);
  for (const Note& note : value_notes(card, rows)) table.reals(note, rows.values.at(note.name));
  return table.schema();
}

Schema write_settings(hid_t file, const Contents& contents) {
  const auto& settings = contents.results.card.settings;
  Table table(file, "settings", "setting", settings.size());
  table.texts({"key", "text", "", "key", "32 hexadecimal digits of the SHA-256 of the canonical text"},
              settings, &Setting::key);
  table.texts({"canonical", "text", "", "canonical text",
               "data set, classifier and method with all parameters resolved"},
              settings, &Setting::canonical);
  write_axis_columns(table, contents, first_points(contents.design));
  return table.schema();
}

Schema write_points(hid_t file, const Contents& contents) {
  const auto& points = contents.results.card.points;
  Table table(file, "points", "point", points.size());
  std::vector<std::int32_t> setting;
  for (const Point& point : points) setting.push_back(point.setting);
  table.integers(
      {"setting", "index", "1", "setting", "row of /settings; points that resolve to one share it"}, setting);
  std::vector<std::size_t> at(points.size());
  std::iota(at.begin(), at.end(), std::size_t{0});
  write_axis_columns(table, contents, at);
  return table.schema();
}

Schema write_timing(hid_t file, const Contents& contents) {
  const Rows& rows = contents.results.rows;
  Table table(file, "timing", "row", rows.size());
  table.reals({"seconds", "timing", "s", "thread time", "of the row of /replicates; not part of data_hash"},
              rows.seconds);
  return table.schema();
}

Schema write_failures(hid_t file, const Contents& contents) {
  const auto& failures = contents.results.failures;
  std::vector<std::string> keys;
  std::vector<std::int32_t> signal;
  for (const Failure& failure : failures) {
    keys.push_back(failure.key.text());
    signal.push_back(failure.signal);
  }
  Table table(file, "failures", "failure", failures.size());
  const auto write = [&](const FailureText& column) {
    table.texts({column.name, "text", "", column.label, column.meaning}, failures, column.text);
  };
  table.texts({"key", "text", "", "cell", "key of the setting / replicate"}, keys);
  for (const FailureText& column : failure_texts) write(column);
  table.integers({"signal", "index", "1", "signal", "that ended the process of the cell; 0 = none"}, signal);
  write(failure_tail);
  return table.schema();
}

Schema write_series(hid_t file, const Contents& contents) {
  const Handle group = create_group(file, "series");
  Schema schema;
  for (const auto& [name, series] : contents.results.rows.series) {
    Table table(file, "series/" + name, "point", series.row.size());
    table.integers({"row", "index", "1", "row", "row of /replicates: the cell"}, series.row);
    for (const auto& [column_name, column] : series.columns)
      table.reals({column_name, "series", "1", name + " " + column_name, ""}, column);
    schema.insert(schema.end(), table.schema().begin(), table.schema().end());
  }
  return schema;
}

void write_schema(hid_t file, const Schema& schema) {
  std::vector<std::string> meanings;
  for (const SchemaEntry& entry : schema)
    meanings.push_back(entry.note.label + (entry.note.meaning.empty() ? "" : ": " + entry.note.meaning));
  Table table(file, "schema", "column", schema.size());
  const auto of_note = [](std::string Note::* text) {
    return [text](const SchemaEntry& entry) -> const std::string& { return entry.note.*text; };
  };
  table.texts({"table", "text", "", "table", "the group"}, schema, &SchemaEntry::table);
  table.texts({"name", "text", "", "name", "the dataset in the group"}, schema, of_note(&Note::name));
  table.texts({"type", "text", "", "type", "int32, float64 or UTF-8"}, schema, &SchemaEntry::type);
  table.texts({"role", "text", "", "role", "index, label, metric, diagnostic, series, timing or text"},
              schema, of_note(&Note::role));
  table.texts({"unit", "text", "", "unit", "1 = a pure number"}, schema, of_note(&Note::unit));
  table.texts({"meaning", "text", "", "meaning", "label: one sentence"}, meanings);
}

} // namespace results::hdf5
