#include "datasets/real/user_file.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "datasets/real/data_folders.hpp"
#include "datasets/real/protocol_parameters.hpp"
#include "datasets/real/table_columns.hpp"
#include "datasets/real/user_table.hpp"

namespace datasets::real {
namespace {

namespace fs = std::filesystem;

constexpr const char* not_yet_read = "of the file";

fs::path found(const std::string& path) {
  std::error_code ignored;
  if (fs::exists(path, ignored)) return path;
  for (const fs::path& folder : data_folders())
    if (fs::is_regular_file(folder / path, ignored)) return folder / path;
  return path;
}

readers::TextFile file_of(const core::Parameters& parameters) {
  core::require(parameters.has("path"), "Nothing says where the file with the content " +
                                            parameters.text("content") +
                                            " lies. Its name is no part of what is stored. Give its path.");
  return read_user_file(parameters.text("path"));
}

const auto plus_classes = core::text("positive", "the classes that are +1, divided by commas");
const auto minus_classes =
    core::text("negative", "the classes that are -1; rest = all others").or_else("rest");
const auto content =
    core::text("content", "the SHA-256 of the table that it has, first 16 digits; filled in by the program")
        .or_else(not_yet_read);

/// With what says which class is what, and the protocol.
std::vector<core::ParameterSpec> completed(std::vector<core::ParameterSpec> out) {
  out.insert(out.end(),
             {classes_parameter(), plus_classes.only_with(classes_parameter(), encoding::Classes::two),
              minus_classes.only_with(classes_parameter(), encoding::Classes::two)});
  for (core::ParameterSpec& spec : protocol_parameters({.has_genes = true})) out.push_back(std::move(spec));
  out.push_back(content);
  return out;
}

/// Reads the file and compares it with the content that is expected: that of its table, or as older programs
/// named it of its bytes.
UserTable read(const core::Parameters& parameters) {
  readers::TextFile file = file_of(parameters);
  const std::string expected = content.of(parameters), name = file.name;
  const bool has_bytes = expected == content_of(file);
  UserTable table = user_table(std::move(file), parameters);
  const std::string actual = content_of(table.reading);
  core::require(expected == not_yet_read || has_bytes || expected == actual,
                name + ": its content is " + actual + ", but this study is about " + expected +
                    ". The file has changed. Restore it, or leave 'content' out.",
                {content.key()});
  return table;
}

void complete(core::Parameters& parameters) {
  parameters = completed_by(read(parameters), parameters);
}

std::vector<core::Objection> notes(const core::Parameters& parameters) {
  const UserTable table = read(parameters);
  std::vector<core::Objection> out;
  for (const std::string& note : table.notes) out.push_back({{"path"}, note});
  if (const std::string older = older_target(parameters); !older.empty())
    out.push_back({{"label"},
                   "label: " + older +
                       " names the column with the classes, as older configs say it. Write target: " + older +
                       "; label is then what a table prints."});
  for (const std::string& note : whole_rows(table.reading, parameters).notes)
    out.push_back({{"if_missing"}, note});
  return out;
}

std::shared_ptr<const Observations> observations(const core::Parameters& parameters) {
  std::string name;
  for (const auto& [key, value] : parameters.values()) name += key + "=" + core::canonical(value) + "\n";
  return shared_observations(name, [&] {
    return observations_of(whole_rows(read(parameters).reading, parameters).reading,
                           {.classes = user_classes(parameters),
                            .words = user_words(parameters),
                            .missing = missing_fields(parameters)});
  });
}

std::unique_ptr<Source> build(const core::Parameters& parameters) {
  auto data = observations(parameters); // says first that a file is missing
  return std::make_unique<RealSource>(std::move(data), protocol_of(parameters));
}

} // namespace

encoding::ClassCoding user_classes(const core::Parameters& parameters) {
  if (classes_parameter().of(parameters, encoding::Classes::two) == encoding::Classes::each)
    return {{}, {}, true};
  return encoding::class_coding(plus_classes.of(parameters), minus_classes.of(parameters));
}

core::Parameters completed_by(const UserTable& table, core::Parameters parameters) {
  parameters = with_form(table, std::move(parameters));
  parameters.set(content.key(), content_of(table.reading));
  return parameters;
}

readers::TextFile read_user_file(const std::string& path) {
  return readers::read_file(found(path));
}

std::string content_of(const readers::TextFile& file) {
  return core::sha256_hex(file.bytes, 16);
}

CatalogRow user_file_row() {
  core::Entry entry{
      "file", "File", "", "a CSV, LIBSVM or ARFF file of your own", 3, completed(user_table_parameters())};
  entry.earlier = completed(earlier_user_table_parameters());
  return {.entry = std::move(entry),
          .knows_truth = false,
          .build = build,
          .complete = complete,
          .needs_files = true,
          .classes =
              [](const core::Parameters& p) {
                return user_classes(p).each ? observations(p)->classes : std::vector<std::string>{};
              },
          .training_rows =
              [](const core::Parameters& p, const core::StreamAxes& axes) {
                return training_rows(observations(p)->y, protocol_of(p), axes);
              },
          .notes = notes};
}

} // namespace datasets::real
