#include <fmt/format.h>

#include <algorithm>

#include "experiments/command_line/verbs.hpp"
#include "experiments/config_roots.hpp"
#include "experiments/methods.hpp"

namespace experiments::command_line {
namespace {

std::string range(const core::ParameterSpec& spec) {
  std::string text;
  for (const std::string& word : spec.words) text += (text.empty() ? "" : "|") + word;
  if (!text.empty()) return text;
  if (spec.kind == core::Kind::text) return "any text";
  return fmt::format("{} .. {}", core::shortest(spec.least), core::shortest(spec.most));
}

void print(const core::Entry& entry) {
  fmt::print("{}\n    {}{}\n", entry.id, entry.meaning,
             entry.source.empty() ? "" : " [" + entry.source + "]");
  for (const core::ParameterSpec& spec : entry.parameters) {
    fmt::print("    {:<12} {}; {}; {}{}\n", spec.key, spec.meaning, range(spec),
               spec.fallback ? "default " + core::canonical(*spec.fallback) : "required",
               spec.only_with
                   ? fmt::format("; only with {}: {}", spec.only_with->first, spec.only_with->second)
                   : "");
  }
}

void print_kind(const std::string& kind) {
  const Catalogue& all = catalogue();
  if (kind == "studies") {
    for (const std::string& name : study_names()) fmt::print("{}\n", name);
  }
  if (kind == "data") std::for_each(all.data.begin(), all.data.end(), print);
  if (kind == "classifiers") std::for_each(all.classifiers.begin(), all.classifiers.end(), print);
  if (kind == "methods") std::for_each(all.methods.begin(), all.methods.end(), print);
  if (kind == "criteria") std::for_each(all.criteria.begin(), all.criteria.end(), print);
  if (kind == "metrics") {
    for (const auto& metric : all.metrics)
      fmt::print("{}\n    {}: {}\n", metric.name, metric.label, metric.meaning);
  }
}

} // namespace

void add_list(CLI::App& app, ExitCode&) {
  auto* verb = app.add_subcommand("list", "What a config may name, with every parameter");
  auto kind = std::make_shared<std::string>();
  verb->add_option("KIND", *kind, "studies, data, classifiers, methods, criteria or metrics")
      ->required()
      ->check(CLI::IsMember({"studies", "data", "classifiers", "methods", "criteria", "metrics"}));
  verb->footer("Example:\n  marginlab list methods");
  verb->callback([kind] { print_kind(*kind); });
}

} // namespace experiments::command_line
