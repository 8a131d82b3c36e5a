#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/contract.hpp"
#include "core/loss/functions.hpp"
#include "core/settings/words.hpp"
#include "datasets/fetch/fetch.hpp"
#include "datasets/real/data_folders.hpp"
#include "datasets/real/observations.hpp"
#include "experiments/catalog/entries_json.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/config/find_config.hpp"
#include "experiments/schema/schema.hpp"
#include "experiments/terminal/terminal.hpp"
#include "experiments/yaml/diagnostics.hpp"

namespace experiments::command_line {
namespace {

std::string range(const core::ParameterSpec& spec) {
  std::string text;
  for (const std::string& word : spec.words) text += (text.empty() ? "" : "|") + word;
  if (!text.empty()) return text;
  if (spec.kind == core::Kind::text) return "any text";
  return fmt::format("{} .. {}", core::shortest(spec.least), core::shortest(spec.most));
}

/// "2 classes", "2 to 20 classes", "2 or more classes".
std::string classes_of(const core::Entry& entry) {
  if (entry.most_classes == entry.least_classes) return fmt::format("{} classes", entry.least_classes);
  return entry.most_classes == core::any_classes
             ? fmt::format("{} or more classes", entry.least_classes)
             : fmt::format("{} to {} classes", entry.least_classes, entry.most_classes);
}

void print(const core::Entry& entry, const std::string& made_for = "") {
  print_text("{}\n    {}{}\n{}", entry.id, entry.meaning,
             entry.source.empty() ? "" : " [" + entry.source + "]",
             made_for.empty() ? "" : "    for " + made_for + "\n");
  for (const core::ParameterSpec& spec : entry.parameters) {
    print_text("    {:<12} {}; {}; {}{}\n", spec.key, spec.meaning, range(spec),
               spec.fallback ? "default " + core::canonical(*spec.fallback) : "required",
               spec.only_with
                   ? fmt::format("; only with {}: {}", spec.only_with->first, spec.only_with->second)
                   : "");
  }
}

void print(const std::vector<core::Entry>& entries) {
  for (const core::Entry& entry : entries) print(entry);
}

/// What is made for a number of classes says for which.
void print_with_classes(const std::vector<core::Entry>& entries) {
  for (const core::Entry& entry : entries) print(entry, classes_of(entry));
}

void print_studies() {
  for (const std::string& name : study_names(config_roots())) print_text("{}\n", name);
}

void print_metrics() {
  for (const auto& metric : catalogue().metrics)
    print_text("{}\n    {}: {}\n", metric.name, metric.label, metric.meaning);
}

void print_functions() {
  for (const core::LossFunction& function : core::loss_functions()) print(function.entry);
}

using Print = void (*)();
const core::Words<Print> kinds{{"studies", print_studies},
                               {"data", [] { print(catalogue().data); }},
                               {"classifiers", [] { print_with_classes(catalogue().classifiers); }},
                               {"methods", [] { print_with_classes(catalogue().methods); }},
                               {"criteria", [] { print(catalogue().criteria); }},
                               {"metrics", print_metrics},
                               {"functions", print_functions}};

// marginlab data list | fetch | verify | where: the published data sets, and which of them are on this
// machine.

using datasets::real::Description;
using Chosen = std::vector<const Description*>;

/// The named data sets; all of them where none is named.
Chosen chosen(const std::vector<std::string>& names) {
  Chosen out;
  std::vector<std::string> known;
  for (const Description& description : datasets::real::descriptions()) {
    known.push_back(description.id);
    if (names.empty()) out.push_back(&description);
  }
  for (const std::string& name : names) {
    const auto near = closest(name, known);
    out.push_back(datasets::real::described(name));
    core::require(out.back() != nullptr, "There is no data set '" + name + "'. There are " + listed(known) +
                                             "." + (near ? " Did you mean '" + *near + "'?" : ""));
  }
  return out;
}

void print_row(const Description& description) {
  std::string classes;
  for (const auto& [name, rows] : description.classes)
    classes += fmt::format("{}{}: {}", classes.empty() ? "" : ", ", name, rows);
  print_text("{} - {}\n    {} x {}; {}\n", description.id, description.meaning, description.rows,
             description.inputs, classes);
  print_text("    {}; licence: {}\n", description.citation, description.licence);
  for (const auto& file : description.files)
    print_text("    {}  sha256 {}\n", file.url.empty() ? description.home : file.url, file.sha256);
  print_text("    {}\n", is_present(description) ? "on this machine" : how_to_get(description));
}

void fetch(const Description& description) {
  for (const auto& file : description.files) {
    if (const auto found = datasets::real::find_file(file)) {
      print_text("{}: {} is there already\n", description.id, found->string());
      continue;
    }
    core::require(!file.url.empty(), "cannot fetch " + description.id + ": " + how_to_get(description));
    datasets::fetch::Delivery delivery{datasets::real::fetched_folder()};
    delivery.say = [](const std::string& sentence) {
      fmt::print(stderr, "{}\n", results::printable_lines(sentence));
    };
    print_text("{}: {}\n", description.id, datasets::fetch::fetch(file, delivery).string());
  }
}

/// Reads each data set and asserts shape, classes and bytes; 3 where one is wrong, or is missing though
/// named.
int verify(const std::vector<std::string>& names) {
  int code = 0;
  for (const Description* description : chosen(names)) {
    try {
      if (names.empty() && !is_present(*description)) {
        print_text("{:<15} missing; {}\n", description->id, how_to_get(*description));
        continue;
      }
      datasets::real::read_asserted(*description);
      print_text("{:<15} ok, {} x {}\n", description->id, description->rows, description->inputs);
    } catch (const core::UserError& error) {
      print_text("{:<15} wrong: {}\n", description->id, error.what());
      code = 3;
    }
  }
  return code;
}

void print_where(const std::vector<std::string>& names) {
  print_text("looked for in, in this order:\n");
  for (const auto& folder : datasets::real::data_folders())
    print_text("    {}{}\n", folder.string(), std::filesystem::is_directory(folder) ? "" : " (not there)");
  print_text("fetched into:\n    {}\n", datasets::real::fetched_folder().string());
  for (const Description* description : chosen(names))
    for (const auto& file : description->files) {
      const auto found = datasets::real::find_file(file);
      print_text("{:<15} {}\n", description->id, found ? found->string() : file.path + " is in none of them");
    }
}

} // namespace

Action add_list(CLI::App& verb) {
  auto kind = std::make_shared<std::string>();
  verb.add_option("KIND", *kind, "studies, data, classifiers, methods, criteria or metrics")
      ->required()
      ->check(CLI::IsMember(kinds.all()));
  auto as_json = std::make_shared<bool>(false);
  verb.add_flag("--json", *as_json, "as JSON, with the type, range, words and default of every parameter");
  verb.footer("Examples:\n  marginlab list methods\n  marginlab list methods --json");
  return [kind, as_json] {
    if (*as_json)
      print_text("{}\n", entries_json(*kind));
    else
      kinds.of (*kind)();
    return 0;
  };
}

Action add_schema(CLI::App& verb) {
  auto out = std::make_shared<std::string>();
  verb.add_option("--out", *out, "a file, replaced whole (default, and -: standard output)");
  verb.footer(
      "An editor with a YAML language server completes and explains a config that begins with\n"
      "  # yaml-language-server: $schema=marginlab.schema.json\n"
      "Example:\n"
      "  marginlab schema --out marginlab.schema.json");
  return [out] {
    deliver(schema_text(catalogue()), *out);
    return 0;
  };
}

/// The option of all four parts of `data`, and what a part does with the names.
template <class Act>
Action of_names(CLI::App& verb, Act act) {
  auto names = std::make_shared<std::vector<std::string>>();
  verb.add_option("NAME", *names, "data sets; all of them unless named");
  return [names, act] { return act(*names); };
}

Action add_data_list(CLI::App& verb) {
  return of_names(verb, [](const std::vector<std::string>& names) {
    for (const Description* description : chosen(names)) print_row(*description);
    return 0;
  });
}

Action add_data_fetch(CLI::App& verb) {
  const Action action = of_names(verb, [](const std::vector<std::string>& names) {
    for (const Description* description : chosen(names)) fetch(*description);
    return 0;
  });
  verb.get_option("NAME")->required();
  return action;
}

Action add_data_verify(CLI::App& verb) {
  return of_names(verb, verify);
}

Action add_data_where(CLI::App& verb) {
  return of_names(verb, [](const std::vector<std::string>& names) {
    print_where(names);
    return 0;
  });
}

} // namespace experiments::command_line
