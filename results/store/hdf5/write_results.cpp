#include "results/store/hdf5/write_results.hpp"

#include <fcntl.h>

#include <algorithm>

#include "core/contract.hpp"
#include "results/record/card_json.hpp"
#include "results/record/data_hash.hpp"
#include "results/record/design_hash.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/cubes.hpp"
#include "results/store/hdf5/dataset.hpp"
#include "results/store/hdf5/file.hpp"
#include "results/store/hdf5/tables.hpp"

namespace results {
namespace {

using namespace hdf5;

void expect_sound(const StudyCard& card, const Rows& rows) {
  const std::size_t n = rows.size();
  core::expect(rows.replicate.size() == n && rows.outcome.size() == n && rows.seconds.size() == n,
               "the columns of Rows have one length");
  for (const auto& [name, column] : rows.values) {
    core::expect(column.size() == n, "the columns of Rows have one length");
    core::expect(name != "row" && name != "setting" && name != "replicate" && name != "status" &&
                     !name.empty() && name.find('/') == std::string::npos,
                 "a value's name is the name of a new column");
  }
  for (std::size_t i = 0; i < n; ++i) {
    core::expect(rows.setting[i] >= 0 && static_cast<std::size_t>(rows.setting[i]) < card.settings.size(),
                 "a row's setting is on the card");
    core::expect(rows.replicate[i] >= 0, "replicates are counted from 0");
    core::expect(i == 0 || std::pair(rows.setting[i - 1], rows.replicate[i - 1]) <
                               std::pair(rows.setting[i], rows.replicate[i]),
                 "rows are sorted by (setting, replicate), each cell once");
  }
}

void expect_sound(const std::map<std::string, SeriesTable>& series, std::size_t rows) {
  for (const auto& [name, table] : series) {
    core::expect(std::is_sorted(table.row.begin(), table.row.end()),
                 "the points of a series are sorted by row");
    core::expect(
        table.row.empty() || (table.row.front() >= 0 && static_cast<std::size_t>(table.row.back()) < rows),
        "a point of a series is of a row");
    for (const auto& [column_name, column] : table.columns) {
      core::expect(series_name(name + "." + column_name).has_value(), "a series' name is <table>.<column>");
      core::expect(column.size() == table.row.size(), "the columns of a series table have one length");
    }
  }
}

void write_header(hid_t file, const StudyCard& card, const std::string& hash) {
  put_attribute(file, "Conventions", std::string("CF-1.8 marginlab-1.0"));
  put_attribute(file, "format_name", std::string("marginlab-results"));
  put_attribute(file, "format_version", std::string(results_format));
  put_attribute(file, "title", card.title);
  put_attribute(file, "study", card.study);
  put_attribute(file, "data_hash", hash);
  put_attribute(file, "design_hash", design_hash(card));
}

void write_tables(hid_t file, const Results& results) {
  const Contents contents{results, design_index(results.card), axis_columns(results.card, results.rows)};
  Schema schema;
  for (const auto write :
       {write_replicates, write_settings, write_points, write_timing, write_failures, write_series}) {
    for (SchemaEntry& entry : write(file, contents)) schema.push_back(std::move(entry));
  }
  write_cubes(file, contents);
  write_curves(file, contents);
  write_schema(file, schema);
}

void write_provenance(hid_t file, const Provenance& facts) {
  const Handle group = create_group(file, "provenance");
  for (const auto& [name, text] : facts) write_text(group, name, text);
}

/// A results.h5 in memory, without its seal.
Handle made_in_memory(const Results& results, const std::string& hash) {
  Handle file = create_in_memory();
  write_header(file, results.card, hash);
  write_tables(file, results);
  write_text(create_group(file, "study"), "card_json", to_json(results.card));
  write_provenance(file, results.provenance);
  return file;
}

void count_rows(const std::filesystem::path& path, std::size_t expected) {
  const Handle file = open_file(path);
  const Shape shape = shape_of(open_dataset(file, "replicates/row"));
  core::expect(shape == Shape{expected}, "a results.h5 just written holds all its rows");
}

} // namespace

void write_results(const std::filesystem::path& path, const Results& results) {
  expect_sound(results.card, results.rows);
  expect_sound(results.rows.series, results.rows.size());
  const std::string hash = data_hash(results.card, results.rows, results.failures);
  core::expect(results.data_hash.empty() || results.data_hash == hash,
               "data_hash is that of the rows and failures");
  const QuietErrors quiet;
  Handle made = made_in_memory(results, hash);
  const std::string_view bytes = image_of(made);
  replace_file(path, [&](const std::filesystem::path& temporary) {
    PosixFile file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    file.write(bytes);
    file.write(seal_of(bytes));
    count_rows(temporary, results.rows.size());
  });
  made.close("closing a file in memory");
}

} // namespace results
