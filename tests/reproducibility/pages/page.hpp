#pragma once
#include <filesystem>
#include <string>
#include <vector>

// What the pages of docs/ say to save, to type and to expect.
namespace reproducibility {

/// The text of a page of docs/.
std::string page_text(const std::string& page);

/// A line of a page that a reader types.
struct TypedLine {
  std::string command{};
  int ends_with = 0;   ///< the exit code: 0, or what "# ends with 3" behind the command says
  std::string shown{}; ///< the block below it; "" where the page shows nothing
};

struct LineAnswer {
  TypedLine line{};
  int code = -1;
  std::string printed{}, said{};
};

/// Does in a folder what a page says, in the page's order and in one shell.
///
/// A block below "Save this as NAME:" becomes that file, one below "Add this to NAME:" its last lines.
/// Another block without a language, or of sh, has a command in each line. A block right below it, or below
/// "prints:", is what the last of them prints. Blocks of other languages are for reading. `marginlab` is the
/// program of the tests, and `python3` one that has numpy.
std::vector<LineAnswer> followed(const std::string& page, const std::filesystem::path& folder);

/// One command in a folder, in the same shell.
LineAnswer typed(const std::string& command, const std::filesystem::path& folder);

/// Whether a block shows what was printed. A line "..." in it stands for any text. What a run took is left
/// out.
bool shows(const std::string& shown, const std::string& printed);

/// Fails the test at the first line of a page that ends with another code than the page says, or prints what
/// the page does not show.
void require_page(const std::vector<LineAnswer>& answers);

} // namespace reproducibility
