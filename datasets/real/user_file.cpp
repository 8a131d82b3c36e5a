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
  core::require(parameters.has("path"),
                "the file with the content " + parameters.text("content") +
                    " (nothing says where it lies; its name is no part of what is stored) give its path");
  return read_user_file(parameters.text("path"));
}

void require_content(const readers::TextFile& file, const std::string& expected) {
  const std::string actual = content_of(file);
  core::require(expected == not_yet_read || expected == actual,
                file.name + ": its content is " + actual + " (this study is about " + expected +
                    "; the file has changed) restore it, or leave 'content' out");
}

const auto plus_classes = core::text("positive", "the classes that are +1, divided by commas");
const auto minus_classes =
    core::text("negative", "the classes that are -1; rest = all others").or_else("rest");
const auto content =
    core::text("content", "the SHA-256 of its bytes, first 16 digits; filled in by the program")
        .or_else(not_yet_read);

std::vector<core::ParameterSpec> parameters() {
  auto out = user_table_parameters();
  out.insert(out.end(),
             {classes_parameter(), plus_classes.only_with(classes_parameter(), encoding::Classes::two),
              minus_classes.only_with(classes_parameter(), encoding::Classes::two)});
  for (core::ParameterSpec& spec : protocol_parameters({})) out.push_back(std::move(spec));
  out.push_back(content);
  return out;
}

void complete(core::Parameters& parameters) {
  const auto file = file_of(parameters);
  require_content(file, content.of(parameters));
  parameters = with_format_of(file.name, parameters);
  parameters.set(content.key(), content_of(file));
}

std::shared_ptr<const Observations> observations(const core::Parameters& parameters) {
  std::string name;
  for (const auto& [key, value] : parameters.values()) name += key + "=" + core::canonical(value) + "\n";
  return shared_observations(name, [&] {
    const auto file = file_of(parameters);
    require_content(file, content.of(parameters));
    return observations_of(user_table(file, parameters), {user_classes(parameters), user_words(parameters)});
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

readers::TextFile read_user_file(const std::string& path) {
  return readers::read_file(found(path));
}

std::string content_of(const readers::TextFile& file) {
  return core::sha256_hex(file.bytes, 16);
}

CatalogRow user_file_row() {
  return {{"file", "File", "", "a CSV, LIBSVM or ARFF file of your own", 2, parameters()},
          false,
          build,
          complete,
          true,
          [](const core::Parameters& p) {
            return user_classes(p).each ? observations(p)->classes : std::vector<std::string>{};
          },
          [](const core::Parameters& p, const core::StreamAxes& axes) {
            return training_rows(observations(p)->y, protocol_of(p), axes);
          }};
}

} // namespace datasets::real
