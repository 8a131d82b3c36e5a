#include "experiments/run/answers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "datasets/answers/stored_answers.hpp"
#include "results/record/hash.hpp"
#include "results/store/run_directory.hpp"

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

void require_design(const results::StudyCard& card, const std::string& hash, const fs::path& directory) {
  core::require(results::design_hash(card).starts_with(hash),
                directory.string() +
                    " holds another study now than the one that was submitted. What is asked "
                    "for is the design " +
                    hash + ". Submit the study again, or name another folder with --out.");
}

namespace {

Study stored_study_of(const RunOptions& options) {
  const results::StoredStudy stored = results::read_study({options.config});
  core::require(options.overrides.empty(), [&] {
    return options.config + " is a run directory, whose study is stored as it was. Settings such as " +
           options.overrides.front() + " cannot change it. Name the config instead.";
  });
  core::require(stored.is_proved, "The study in " + options.config +
                                      " has no checksum, so an older marginlab wrote it, or somebody changed "
                                      "it. Run its config instead.");
  require_design(stored.card, options.design, options.config);
  return stored_study(stored);
}

} // namespace

Study study_of(const RunOptions& options) {
  if (options.goes_on()) return stored_study_of(options);
  Study study = read_study(options.config, options.overrides);
  const std::vector<AddedMethod> added = stored_answers(options.directory_of(study));
  if (!added.empty()) study = read_study(options.config, options.overrides, added);
  if (!options.design.empty()) require_design(to_be_stored(study).card, options.design, options.config);
  return study;
}

results::StoredStudy to_be_stored(const Study& study) {
  results::StoredStudy out{study, study.config_yaml, study.resolved_json};
  out.printed_files = study.printed_files;
  name_observations(out.card, study.plan);
  return out;
}

} // namespace experiments
