#include <sys/wait.h>

#include <cstdlib>
#include <regex>

#include "core/random/stream.hpp"
#include "core/settings/parameters.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

// What the pages on users' files say to type.
namespace {

using reproducibility::Scratch;

std::string page_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Rows of a, b, and what `more` says of a row's number and class.
template <class More>
std::string table(const std::string& head, const std::string& between, const More& more) {
  core::Stream stream("recipes");
  std::string out = head + "\n";
  for (int i = 0; i < 60; ++i) {
    const double a = stream.normal(), b = stream.normal();
    const bool yes = a + stream.normal() > 0;
    out += core::shortest(a) + between + core::shortest(b) + between + more(i, yes) + "\n";
  }
  return out;
}

void write_files(const Scratch& scratch) {
  const auto as_class = [](int, bool yes) { return std::string(yes ? "1" : "0"); };
  const std::string mine = table("a,b,y", ",", as_class);
  scratch.write("mine.csv", mine);
  scratch.write("new.csv", mine);
  const auto person = [](int i, bool yes) {
    return std::string(i % 3 == 0 ? "red," : i % 3 == 1 ? "green," : "blue,") + (yes ? "yes" : "no");
  };
  const auto counted = [](int i, bool yes) { return std::to_string(i % 4) + (yes ? ",yes" : ",no"); };
  scratch.write("scored.csv", table("score,size,times,outcome", ",", counted));
  const auto kind = [](int i, bool yes) {
    return std::string(yes ? "1.5," : "-0.5,") + (i % 3 == 0 ? "ash" : i % 3 == 1 ? "birch" : "cedar");
  };
  scratch.write("kinds.csv", table("ash,birch,cedar,kind", ",", kind));
  scratch.write("people.csv", table("age,size,colour,outcome", ",", person));
  scratch.write("strangers.csv", "age,size,colour\n1,2,pink\n1,2,red\n");
  scratch.write("holes.csv", mine + "NA,1,0\n1,NA,1\n");
  std::string europe = table("a;b;y", ";", as_class);
  std::replace(europe.begin(), europe.end(), '.', ',');
  scratch.write("europe.csv", europe);
  const auto tree = [](int i, bool) { return std::string(i % 3 == 0 ? "oak" : i % 3 == 1 ? "elm" : "ash"); };
  scratch.write("trees.csv", table("a,b,tree", ",", tree));
}

/// The words behind the program's name, wherever a page sets them as code or in a block.
std::vector<std::string> commands_of(const std::string& page) {
  const std::string text = page_text(std::filesystem::path(MARGINLAB_SOURCE_DIR) / "docs" / page);
  static const std::regex command("(?:^|`|\n)marginlab ((?:fit|predict) [^`#\n]*)");
  std::vector<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), command), end; at != end; ++at)
    out.push_back((*at)[1]);
  return out;
}

} // namespace

TEST_CASE("every command of the pages on users' files ends with 0", "[own_data][program][docs]") {
  const Scratch scratch;
  write_files(scratch);
  const auto ended = [&](const std::string& words) {
    const std::string command =
        "cd '" + (scratch / "").string() + "' && '" MARGINLAB_PROGRAM "' " + words + " >out.txt 2>err.txt";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  REQUIRE(ended("fit --data people.csv --model people.h5 encoding=occurring") == 0);
  for (const char* page : {"own-data.md", "recipes.md"}) {
    const auto commands = commands_of(page);
    CHECK(commands.size() >= 3);
    for (const std::string& words : commands) {
      CAPTURE(page, words);
      const int code = ended(words);
      CAPTURE(page_text(scratch / "err.txt"));
      CHECK(code == 0);
    }
  }
}
