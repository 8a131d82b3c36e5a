#include "tests/experiments/config/support/config_folder.hpp"

#include <unistd.h>

#include <fstream>
#include <stdexcept>

#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"

namespace experiments {

ConfigFolder::ConfigFolder() {
  static int count = 0;
  path_ = std::filesystem::temp_directory_path() /
          ("marginlab-spec-" + std::to_string(getpid()) + "-" + std::to_string(count++)) / "configs";
  std::filesystem::create_directories(path_);
}

ConfigFolder::~ConfigFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_.parent_path(), ignored);
}

std::filesystem::path ConfigFolder::write(const std::string& name, const std::string& text) const {
  const auto file = path_ / name;
  std::filesystem::create_directories(file.parent_path());
  std::filesystem::remove(file); // truncating a file makes some file systems wait for the disk
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos || text.find(part, at + 1) != std::string::npos)
    throw std::logic_error("not exactly one '" + part + "' to replace");
  return text.replace(at, part.size(), by);
}

Study study_of(const std::string& text, const std::vector<std::string>& overrides) {
  const ConfigFolder folder;
  return read_study(folder.write("study.yaml", text), overrides, small_catalogue());
}

std::vector<Mistake> mistakes_of(const std::string& text, const std::vector<std::string>& overrides) {
  try {
    study_of(text, overrides);
  } catch (const SpecErrors& errors) {
    return errors.mistakes;
  }
  return {};
}

std::string report_of(const std::string& text, const std::vector<std::string>& overrides) {
  std::string report;
  for (const Mistake& mistake : mistakes_of(text, overrides)) {
    const bool override = mistake.where.starts_with("override ");
    report += override ? mistake.where : std::filesystem::path(mistake.where).filename().string();
    if (mistake.line > 0)
      report.append(":")
          .append(std::to_string(mistake.line))
          .append(":")
          .append(std::to_string(mistake.column));
    report += ": " + mistake.message + "\n";
  }
  return report;
}

} // namespace experiments
