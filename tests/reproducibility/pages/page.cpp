#include "tests/reproducibility/pages/page.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "tests/reproducibility/program.hpp"
#include "tests/support/catch.hpp"

namespace reproducibility {

namespace {

namespace fs = std::filesystem;

std::string file_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A step of a page: a file to write, or a line to type.
struct PageStep {
  std::string file{};
  bool added_to = false;
  std::string text{};
  TypedLine line{};
};

struct PageBlock {
  std::string language{}, above{}, text{}; ///< above: the paragraph that ends right before it
};

std::vector<PageBlock> blocks_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<PageBlock> out;
  std::string paragraph;
  bool inside = false, ended = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      if (!inside) out.push_back({line.substr(3), paragraph, ""});
      inside = !inside;
      paragraph.clear();
    } else if (inside) {
      out.back().text += line + "\n";
    } else if (line.empty()) {
      ended = true;
    } else {
      paragraph = (ended ? "" : paragraph.empty() ? "" : paragraph + " ") + line;
      ended = false;
    }
  }
  return out;
}

TypedLine line_of(const std::string& text) {
  static const std::regex note("^(.*?) *# ends with (\\d+)$");
  std::smatch found;
  if (std::regex_match(text, found, note)) return {found[1], std::stoi(found[2]), ""};
  return {text, 0, ""};
}

void add_lines(std::vector<PageStep>& steps, const std::string& text) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#') steps.push_back({"", false, "", line_of(line)});
}

std::vector<PageStep> steps_of(const std::string& page) {
  static const std::regex names("(Save this as|Add this to) ([\\w./-]+)[^.:]*:$");
  std::vector<PageStep> out;
  bool was_typed = false; // the block before
  for (const PageBlock& block : blocks_of(page)) {
    std::smatch found;
    const bool is_below = block.above.ends_with("prints:") || (block.above.empty() && was_typed);
    was_typed = false;
    if (std::regex_search(block.above, found, names)) {
      out.push_back({found[2], found[1] == "Add this to", block.text, {}});
    } else if (block.language.empty() && is_below) {
      out.back().line.shown = block.text;
    } else if (block.language.empty() || block.language == "sh") {
      add_lines(out, block.text);
      was_typed = true;
    }
  }
  return out;
}

/// Both names lead to the programs of the tests, wherever the shell goes.
std::string beginning_of_shell(const fs::path& notes, const fs::path& folder) {
  const fs::path names = notes / "names";
  fs::create_directories(names);
  fs::create_symlink(MARGINLAB_PROGRAM, names / "marginlab");
  const std::string name = "'" + names.string() + "/python3'";
  return "printf '#!/bin/sh\\nexec \"%s\" \"$@\"\\n' \"$(command -v " + python_with_numpy() + ")\" >" + name +
         "\nchmod +x " + name + "\ncd '" + folder.string() + "'\nexport COLUMNS=80 PATH='" + names.string() +
         "':\"$PATH\"\n";
}

std::string words_of(const PageStep& step, const fs::path& note) {
  const std::string name = "'" + note.string();
  if (step.file.empty())
    return "{ " + step.line.command + "\n} >" + name + ".printed' 2>" + name +
           ".said' </dev/null\necho $? >" + name + ".code'\n";
  std::ofstream(note) << step.text;
  return "cat " + name + "' >" + (step.added_to ? "> " : " ") + step.file + "\n";
}

std::vector<LineAnswer> done(const std::vector<PageStep>& steps, const fs::path& folder) {
  fs::create_directories(folder);
  const fs::path notes = fs::absolute(folder).string() + ".notes";
  fs::remove_all(notes);
  std::string script = beginning_of_shell(notes, folder);
  const auto note_of = [&](std::size_t step) { return notes / std::to_string(step); };
  for (std::size_t i = 0; i < steps.size(); ++i) script += words_of(steps[i], note_of(i));
  std::ofstream(notes / "script") << script;
  [[maybe_unused]] const int status = std::system(("bash '" + (notes / "script").string() + "'").c_str());
  std::vector<LineAnswer> out;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!steps[i].file.empty()) continue;
    const std::string note = note_of(i).string(), code = file_text(note + ".code");
    out.push_back({steps[i].line, code.empty() ? -1 : std::stoi(code), file_text(note + ".printed"),
                   file_text(note + ".said")});
  }
  return out;
}

std::string without_durations(std::string text) {
  text = std::regex_replace(text, std::regex(", [0-9][0-9hms ]*[.](?=\n)"), ".");
  text = std::regex_replace(text, std::regex(" +[0-9.]+ ms"), " ms");
  return std::regex_replace(text, std::regex("\n *[0-9.]+ s(?=\n)"), "\n");
}

} // namespace

std::string page_text(const std::string& page) {
  return file_text(fs::path(MARGINLAB_SOURCE_DIR) / "docs" / page);
}

std::vector<LineAnswer> followed(const std::string& page, const fs::path& folder) {
  return done(steps_of(page_text(page)), folder);
}

LineAnswer typed(const std::string& command, const fs::path& folder) {
  return done({{"", false, "", {command}}}, folder).at(0);
}

bool shows(const std::string& shown, const std::string& printed) {
  const std::string block = "\n" + without_durations(shown), whole = "\n" + without_durations(printed);
  static const std::string gap = "\n...\n";
  std::vector<std::string> pieces; // each with the newlines at its ends
  std::size_t begin = 0;
  for (auto end = block.find(gap); end != std::string::npos; end = block.find(gap, begin)) {
    pieces.push_back(block.substr(begin, end - begin + 1));
    begin = end + gap.size() - 1;
  }
  pieces.push_back(block.substr(begin));
  if (pieces.size() == 1) return block == whole;
  std::size_t at = 0;
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    const std::size_t found = whole.find(pieces[i], at);
    if (found == std::string::npos || (i == 0 && found != 0)) return false;
    at = found + pieces[i].size() - 1;
  }
  return whole.ends_with(pieces.back()) && at + pieces.back().size() <= whole.size();
}

void require_page(const std::vector<LineAnswer>& answers) {
  for (const LineAnswer& answer : answers) {
    CAPTURE(answer.line.command, answer.said, answer.printed, answer.line.shown);
    REQUIRE(answer.code == answer.line.ends_with);
    REQUIRE((answer.line.shown.empty() || shows(answer.line.shown, answer.printed)));
  }
}

} // namespace reproducibility
