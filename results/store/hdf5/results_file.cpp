#include "results/store/hdf5/results_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <charconv>

#include "core/contract.hpp"
#include "results/record/card_json.hpp"
#include "results/record/hash.hpp"
#include "results/record/soundness.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/cubes.hpp"
#include "results/store/hdf5/dataset.hpp"
#include "results/store/hdf5/file.hpp"
#include "results/store/hdf5/tables.hpp"

namespace results {
namespace {

using namespace hdf5;

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
  for (const std::string& fault : {fault_of(results.card), fault_of(results.card, results.rows)})
    core::expect(fault.empty(), fault.c_str());
  const std::string hash = data_hash(results.card, results.rows, results.failures);
  core::expect(results.data_hash.empty() || results.data_hash == hash,
               "data_hash is that of the rows and failures");
  const QuietErrors quiet;
  Handle made = made_in_memory(results, hash);
  const std::string_view bytes = image_of(made);
  replace_file(path, [&](PosixFile& temporary) {
    temporary.write(bytes);
    temporary.write(seal_of(bytes));
    count_rows(temporary.path(), results.rows.size());
  });
  made.close("closing a file in memory");
}

namespace {

int major_of(const std::string& version) {
  int major = 0;
  std::from_chars(version.data(), version.data() + version.size(), major);
  return major;
}

void require_results_format(hid_t file, const std::string& path) {
  core::require(
      text_attribute(file, "format_name") == "marginlab-results",
      "'" + path + "' is not a results.h5 (it has another format) name the results.h5 of a run directory");
  const std::string version = text_attribute(file, "format_version");
  core::require(major_of(version) <= major_of(results_format),
                "'" + path + "' has format " + version + " (this program reads up to " + results_format +
                    ") use a newer marginlab");
}

/// The columns of /replicates that are neither indices nor labels, by the file's own dictionary.
std::vector<std::string> value_names(hid_t file) {
  const Handle schema = open_group(file, "schema");
  const auto table = read_texts(schema, "table"), name = read_texts(schema, "name"),
             role = read_texts(schema, "role");
  if (name.size() != table.size() || role.size() != table.size())
    throw Error("reading 'schema' (uneven columns)");
  std::vector<std::string> values;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i] == "replicates" && (role[i] == "metric" || role[i] == "diagnostic"))
      values.push_back(name[i]);
  }
  return values;
}

std::map<std::string, SeriesTable> read_series(hid_t file) {
  std::map<std::string, SeriesTable> series;
  if (!has(file, "series")) return series; // format 1.0
  const Handle group = open_group(file, "series");
  for (const std::string& name : names_in(group)) {
    const Handle table = open_group(group, name);
    series[name].row = read_integers(table, "row");
    for (const std::string& column : names_in(table))
      if (column != "point" && column != "row") series[name].columns[column] = read_reals(table, column);
  }
  return series;
}

Rows read_rows(hid_t file) {
  const Handle replicates = open_group(file, "replicates");
  Rows rows;
  rows.setting = read_integers(replicates, "setting");
  rows.replicate = read_integers(replicates, "replicate");
  rows.outcome = read_integers(replicates, "status");
  for (const std::string& name : value_names(file)) rows.values[name] = read_reals(replicates, name);
  rows.seconds = read_reals(open_group(file, "timing"), "seconds");
  rows.series = read_series(file);
  return rows;
}

Key parse_key(const std::string& text) {
  Key key;
  const std::size_t slash = std::min(text.find('/'), text.size());
  key.setting = text.substr(0, slash);
  const std::size_t digits = std::min(slash + 1, text.size());
  std::from_chars(text.data() + digits, text.data() + text.size(), key.replicate);
  return key;
}

/// A column of /failures, which has one of each.
void require_even(std::size_t length, const std::vector<Failure>& failures) {
  if (length != failures.size()) throw Error("reading 'failures' (uneven columns)");
}

void read_failure_texts(hid_t group, const FailureText& column, std::vector<Failure>& failures) {
  std::vector<std::string> texts = read_texts(group, column.name);
  require_even(texts.size(), failures);
  for (std::size_t i = 0; i < texts.size(); ++i) failures[i].*column.text = std::move(texts[i]);
}

std::vector<Failure> read_failures(hid_t file) {
  const Handle group = open_group(file, "failures");
  std::vector<Failure> failures;
  for (const std::string& key : read_texts(group, "key")) failures.emplace_back().key = parse_key(key);
  for (const FailureText& column : failure_texts) read_failure_texts(group, column, failures);
  if (!has(group, "signal") || !has(group, failure_tail.name)) return failures; // formats before 1.2
  const auto signal = read_integers(group, "signal");
  require_even(signal.size(), failures);
  for (std::size_t i = 0; i < signal.size(); ++i) failures[i].signal = signal[i];
  read_failure_texts(group, failure_tail, failures);
  return failures;
}

Provenance read_provenance(hid_t file) {
  const Handle group = open_group(file, "provenance");
  Provenance facts;
  for (const std::string& name : names_in(group)) facts[name] = read_text(group, name);
  return facts;
}

Results read_results_file(const std::string& path) {
  const Handle file = open_file(path);
  require_results_format(file, path);
  Results results;
  results.card = study_card(read_text(file, "study/card_json"), path);
  const std::string design = text_attribute(file, "design_hash"); // formats before 1.3 have none
  if (!design.empty() && design != design_hash(results.card))
    throw Error("reading 'study' (its card is not that of its design_hash)");
  results.rows = read_rows(file);
  if (const std::string fault = fault_of(results.card, results.rows); !fault.empty())
    throw Error("reading 'replicates' (" + fault + ")");
  results.failures = read_failures(file);
  results.provenance = read_provenance(file);
  results.data_hash = text_attribute(file, "data_hash");
  results.format = text_attribute(file, "format_version");
  return results;
}

} // namespace

Results read_results(const std::filesystem::path& path) {
  const Seal seal = check_seal(path);
  if (seal == Seal::missing)
    throw damaged(path, "the checksum at its end is missing, or another program wrote it");
  if (seal == Seal::broken) throw damaged(path, "its bytes do not add up to the checksum at its end");
  const QuietErrors quiet;
  try {
    return read_results_file(path.string());
  } catch (const Error& problem) {
    throw damaged(path, problem.what());
  }
}

} // namespace results
