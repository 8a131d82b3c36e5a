#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace experiments {

/// One text that mistakes can stand in: a file, a key=value of the command line, or another argument of it.
struct SourceText {
  enum class Origin { file, command_line, argument };

  std::string name; ///< the path, the key=value, the argument as given
  Origin origin = Origin::file;
  std::vector<std::string> lines{}; ///< without line ends
};

std::vector<std::string> split_lines(const std::string& text);

/// The bytes of a file without a byte-order mark, or in `refusal` why there are none: "No such file or
/// directory".
struct FileText {
  std::optional<std::string> text;
  std::string refusal;
};

/// Reads a file of at most 1 MiB.
FileText read_file(const std::filesystem::path& path);

} // namespace experiments
