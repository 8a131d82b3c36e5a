#include "experiments/run/answers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "datasets/answers/stored_answers.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;

constexpr const char* method_file = "method.yaml";

/// In double quotes, as JSON and YAML both read it.
std::string in_quotes(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The names of the folders with answers, sorted. A name that begins with a dot is one in the making.
std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> out;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory / "answers", none))
    if (const std::string name = entry.path().filename().string(); !name.starts_with("."))
      out.push_back(name);
  std::sort(out.begin(), out.end());
  return out;
}

} // namespace

fs::path answers_of(const fs::path& directory, const std::string& name) {
  return directory / "answers" / name;
}

std::string method_yaml(const std::string& name, const std::string& label) {
  return "method: computed_elsewhere\nname: " + in_quotes(name) +
         "\nlabel: " + in_quotes(label + " (computed elsewhere)") + "\n";
}

std::vector<AddedMethod> stored_answers(const fs::path& directory) {
  std::vector<AddedMethod> out;
  for (const std::string& name : names_in(directory)) {
    const fs::path folder = answers_of(directory, name), file = folder / method_file;
    const FileText block = read_file(file);
    core::require(block.text.has_value(), file.string() + " cannot be read: " + block.refusal +
                                              ". Score the probabilities again, or remove the folder.");
    out.push_back({file.string(), *block.text + "path: " + in_quotes(fs::absolute(folder).string()) +
                                      "\ncontent: " + in_quotes(datasets::answers::content_of(folder)) +
                                      "\n"});
  }
  return out;
}

Study study_of(const RunOptions& options) {
  Study study = read_study(options.config, options.overrides);
  const std::vector<AddedMethod> added = stored_answers(options.directory_of(study));
  return added.empty() ? study : read_study(options.config, options.overrides, added);
}

} // namespace experiments
