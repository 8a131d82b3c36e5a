#include "experiments/cli/unknown_word.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/catalog/methods.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/text.hpp"

namespace experiments::command_line {
namespace {

/// An option of other programs, and what does here what it does there.
struct ForeignOption {
  const char *theirs, *sentence;
};

constexpr const char* weights_of_rows = "marginlab fit weighs rows by --weights COLUMN.";

constexpr std::array foreign_options{
    ForeignOption{"weights", weights_of_rows},
    ForeignOption{"weight", weights_of_rows},
    ForeignOption{"sample-weight", weights_of_rows},
    ForeignOption{"prior",
                  "Where probabilities are used, marginlab predict MODEL FILE --prior SHARE corrects them."},
    ForeignOption{"target", "The column with the classes is named by --label."},
    ForeignOption{
        "test",
        "Rows are held out by --holdout SHARE. Other rows are scored by marginlab predict MODEL FILE."},
    ForeignOption{"output", "Name the model's file with --model, and that of predictions with --out."},
    ForeignOption{"exclude", "Columns that are no inputs are named by --ignore."},
    ForeignOption{"drop", "Columns that are no inputs are named by --ignore."},
    ForeignOption{"features", "Every column is an input but the class. Name the others with --ignore."},
};

std::string without_dashes(const std::string& word) {
  const std::size_t begin = std::min(word.find_first_not_of('-'), word.size());
  return word.substr(begin, word.find('=', begin) - begin);
}

/// Whether some listed thing has a parameter of that name.
bool is_setting(const std::string& key) {
  const Catalogue& all = catalogue();
  for (const auto* entries : {&all.data, &all.classifiers, &all.methods, &all.criteria})
    for (const core::Entry& entry : *entries)
      for (const core::ParameterSpec& spec : entry.parameters)
        if (spec.key == key) return true;
  return false;
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) out.push_back(name);
  return out;
}

/// What to type instead of an option.
std::string instead_of(const std::string& name, const CLI::App& verb) {
  for (const ForeignOption& each : foreign_options)
    if (name == each.theirs) return each.sentence;
  std::string key = name;
  std::replace(key.begin(), key.end(), '-', '_');
  const bool takes_settings = verb.get_option_no_throw("SETTING") != nullptr;
  if (takes_settings && is_setting(key))
    return "It is a setting, which has no dashes. Write " + key + "=VALUE.";
  const auto meant = closest(name, options_of(verb));
  if (meant) return "Did you mean '--" + *meant + "'?";
  return "See marginlab " + verb.get_name() + " --help.";
}

/// The verb that was called, and how: "marginlab data fetch".
struct Called {
  const CLI::App* verb;
  std::string path;
};

Called called(const CLI::App& app) {
  Called out{&app, "marginlab"};
  while (!out.verb->get_subcommands().empty()) {
    out.verb = out.verb->get_subcommands().front();
    out.path += " " + out.verb->get_name();
  }
  return out;
}

/// The first word behind the verb that names a file, perhaps meant for an option that is missing.
std::string file_among(const std::vector<std::string>& words) {
  std::error_code ignored;
  for (std::size_t i = 2; i < words.size(); ++i)
    if (!words[i].starts_with("-") && !words[i - 1].starts_with("-") &&
        std::filesystem::is_regular_file(words[i], ignored))
      return words[i];
  return "";
}

} // namespace

std::string said_of_wrong_words(const CLI::App& app, const std::string& problem,
                                const std::vector<std::string>& words) {
  const std::string path = called(app).path, file = file_among(words);
  const std::string see = " See " + path + " --help.", no_number = "Could not convert: ";
  if (path == "marginlab fit" && problem == "--data is required" && !file.empty())
    return problem + ". Did you mean: " + path + " --data " + printable(file) + "?" + see;
  if (problem.starts_with(no_number))
    return printable(problem.substr(no_number.size())) + ": the word cannot be read as a number." + see;
  return printable(problem) + (problem.ends_with(".") ? "" : ".") + see;
}

std::string said_of_unknown_words(const CLI::App& app) {
  const auto [verb, path] = called(app);
  const std::vector<std::string> words = app.remaining(true);
  const auto option =
      std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("-"); });
  if (option != words.end())
    return "'" + printable(*option) + "' is no option of " + path + ". " +
           instead_of(without_dashes(*option), *verb);
  const std::string word = words.empty() ? "" : words.front();
  return "'" + printable(word) + "' is one word too many for " + path + ". See " + path + " --help.";
}

} // namespace experiments::command_line
