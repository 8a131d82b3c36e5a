#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>

#include "core/settings/words.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/config/find_config.hpp"
#include "experiments/yaml/text.hpp"
#include "results/page/words.hpp"

// Tab completion: the shell asks the program itself, so that it never knows less than --help.
namespace experiments::command_line {
namespace {

/// Names are words of somebody's files: they are compared and never expanded, as compgen -W would.
constexpr const char* bash_script = R"sh(_marginlab() {
  local current="${COMP_WORDS[COMP_CWORD]}" candidate
  COMPREPLY=()
  while IFS= read -r candidate; do
    [[ "$candidate" != "$current"* ]] || COMPREPLY+=("$candidate")
  done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [ ${#COMPREPLY[@]} -gt 0 ] || while IFS= read -r candidate; do
    COMPREPLY+=("$candidate")
  done < <(compgen -f -- "$current")
}
complete -o filenames -F _marginlab marginlab ./marginlab
)sh";

constexpr const char* zsh_script = R"sh(#compdef marginlab
_marginlab() {
  local -a candidates
  candidates=("${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "${candidates[*]}" ]]; then compadd -a candidates; else _files; fi
}
compdef _marginlab marginlab ./marginlab
)sh";

constexpr const char* fish_script = R"sh(function __marginlab_complete
  set -l words (commandline -opc) (commandline -ct)
  $words[1] __complete $words[2..-1] 2>/dev/null
end
complete -c marginlab -a '(__marginlab_complete)'
)sh";

const core::Words<const char*> scripts{{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};

void print_options(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) fmt::print("--{}\n", name);
  }
}

void print_ids(const std::vector<core::Entry>& entries) {
  for (const core::Entry& entry : entries) fmt::print("{}\n", entry.id);
}

/// A name of several lines would be offered as several names.
void offer_studies() {
  for (const std::string& name : study_names(config_roots()))
    if (printable(name) == name) fmt::print("{}\n", name);
}

void offer_terms() {
  for (const results::GlossaryEntry& entry : results::glossary()) fmt::print("{}\n", entry.term);
}

/// The verb of this name among those of an application or of a verb; null where there is none.
const CLI::App* called(const CLI::App& app, const std::string& name) {
  const auto found = app.get_subcommands([&](const CLI::App* verb) { return verb->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

/// words: everything after the program's name; the last one is being typed and may be empty.
void complete(const CLI::App& app, const std::vector<std::string>& words) {
  const std::string current = words.empty() ? "" : words.back();
  if (words.size() <= 1) {
    for (const CLI::App* verb : app.get_subcommands({})) {
      if (!verb->get_name().starts_with("__")) fmt::print("{}\n", verb->get_name());
    }
    return;
  }
  const CLI::App* verb = called(app, words.front());
  if (verb == nullptr) return;
  if (const CLI::App* second = called(*verb, words[1]); second != nullptr && words.size() > 2) verb = second;
  const std::string& before = words[words.size() - 2];
  if (current.starts_with("-")) return print_options(*verb);
  if (before == "--format") return fmt::print("text\nmd\ntex\ncsv\nhtml\nsvg\nrows\njson\n");
  if (before == "--isolate") return fmt::print("none\nprocess\n");
  if (before == "--method") return print_ids(catalogue().methods);
  if (before == "--classifier") return print_ids(catalogue().classifiers);
  const std::set<std::string> of_studies{"run", "plan", "check", "certify"};
  if (of_studies.contains(words.front()) && words.size() == 2) offer_studies();
  if (words.front() == "submit" && words.size() == 2) fmt::print("slurm\n");
  if (words.front() == "submit" && words.size() == 3) offer_studies();
  if (words.front() == "explain" && words.size() == 2) offer_terms();
  if (words.front() == "list")
    fmt::print("studies\ndata\nclassifiers\nmethods\ncriteria\nmetrics\nfunctions\n");
}

} // namespace

Action add_completion(CLI::App& verb) {
  auto shell = std::make_shared<std::string>();
  verb.add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember(scripts.all()));
  verb.footer("Example:\n  source <(./marginlab completion bash)");
  return [shell] {
    fmt::print("{}", scripts.of(*shell));
    return 0;
  };
}

Action add_complete(CLI::App& verb, const CLI::App& app) {
  verb.group("");
  verb.prefix_command();
  verb.fallthrough(false); // the words that are being typed are not the program's own
  return [&verb, &app] {
    complete(app, verb.remaining());
    return 0;
  };
}

} // namespace experiments::command_line
