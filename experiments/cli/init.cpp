#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/contract.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/schema/schema.hpp"
#include "experiments/terminal/terminal.hpp"
#include "experiments/workers/libraries.hpp"

// marginlab init: a study of one's own that runs at once, to be changed file by file.
namespace experiments::command_line {
namespace {

namespace fs = std::filesystem;

constexpr const char* place_of_name = "@NAME@";
constexpr std::size_t longest_name = 64;

bool is_plain(const std::string& name) {
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= longest_name && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), is_allowed);
}

std::string with_name(const fs::path& file, const std::string& name) {
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  core::require(in.good(), file.string() + " cannot be read. It belongs to marginlab: install it again.");
  for (auto at = text.find(place_of_name); at != std::string::npos; at = text.find(place_of_name, at))
    text.replace(at, std::string(place_of_name).size(), name);
  return text;
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  core::require(out.good(), file.string() + " cannot be written. Is the disk full?");
}

int make_study(const std::string& folder) {
  const fs::path place = (fs::path(folder) / "").parent_path();
  const std::string name = place.filename().string();
  core::require(is_plain(name),
                "'" + name +
                    "' is no name for a study. It becomes part of file names: letters, digits, _ and "
                    "- alone. Write, for instance, marginlab init my-paper.");
  core::require(!fs::exists(fs::symlink_status(place)),
                place.string() + " exists already. init overwrites nothing. Name another folder.");
  std::error_code failed;
  fs::create_directories(place, failed);
  core::require(!failed, place.string() + " cannot be made (" + failed.message() + "). Name another folder.");
  for (const auto& entry : fs::directory_iterator(workers::library_folder() / "paper")) {
    const std::string file = entry.path().filename().string();
    write(place / (file == "study.yaml" ? name + ".yaml" : file), with_name(entry.path(), name));
  }
  write(place / "marginlab.schema.json", schema_text(catalogue())); // the config's first line names it
  const std::string config = (place / (name + ".yaml")).string();
  print_text(
      "{} is a study of two methods that runs as it stands. Its README.md says what each file is for.\n"
      "Next:  marginlab worker test {}\n"
      "       marginlab run {}\n",
      place.string(), config, config);
  return 0;
}

} // namespace

Action add_init(CLI::App& verb) {
  auto folder = std::make_shared<std::string>();
  verb.add_option("FOLDER", *folder, "a new folder; the study is called by its name")->required();
  verb.footer(
      "Writes a config, a generator and a method in Python, the numbers of a made-up paper, and a README.\n"
      "An editor with a YAML language server completes the config: its first line names the schema beside "
      "it.\n"
      "The programs need Python 3 with numpy. docs/your-paper.md goes on from there.\n"
      "Example:\n  marginlab init my-paper");
  return [folder] { return make_study(*folder); };
}

} // namespace experiments::command_line
