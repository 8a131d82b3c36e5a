#include "datasets/real/data_folders.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"

namespace datasets::real {
namespace {

namespace fs = std::filesystem;

fs::path from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? fs::path{} : fs::path(value);
}

/// A development checkout has the files in a neighbour of its own, at some level above it.
std::optional<fs::path> neighbour() {
  const fs::path inside = fs::path("shared") / "datasets";
  for (fs::path above = fs::path(MARGINLAB_HOME).parent_path(); above.has_relative_path();
       above = above.parent_path())
    if (std::error_code ignored; fs::is_directory(above / inside, ignored)) return above / inside;
  return std::nullopt;
}

fs::path cache() {
  if (const auto folder = from_environment("XDG_CACHE_HOME"); !folder.empty()) return folder / "marginlab";
  if (const auto folder = from_environment("HOME"); !folder.empty()) return folder / ".cache" / "marginlab";
  return fs::path(".cache") / "marginlab";
}

} // namespace

std::vector<fs::path> data_folders() {
  std::vector<fs::path> folders;
  if (const auto folder = from_environment("MARGINLAB_DATA"); !folder.empty()) folders.push_back(folder);
  if (const auto folder = neighbour()) folders.push_back(*folder);
  folders.push_back(cache());
  return folders;
}

fs::path fetched_folder() {
  const auto folder = from_environment("MARGINLAB_DATA");
  return folder.empty() ? cache() : folder;
}

std::optional<fs::path> find_file(const DataFile& file) {
  for (const fs::path& folder : data_folders())
    for (const char* packed : {"", ".gz"}) {
      std::error_code ignored;
      if (const fs::path path = folder / (file.path + packed); fs::is_regular_file(path, ignored))
        return path;
    }
  return std::nullopt;
}

bool is_present(const Description& description) {
  return std::ranges::all_of(description.files,
                             [](const DataFile& file) { return find_file(file).has_value(); });
}

std::string how_to_get(const Description& description) {
  const bool offered =
      std::ranges::none_of(description.files, [](const DataFile& file) { return file.url.empty(); });
  if (offered) return "get it: marginlab data fetch " + description.id;
  std::string files;
  for (const DataFile& file : description.files) files += (files.empty() ? "" : " and ") + file.path;
  return "its publisher offers no such file under one address: put " + files + " below " +
         fetched_folder().string() + ", see " + description.home;
}

namespace {

std::string as_sentence(std::string phrase) {
  phrase.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(phrase.front())));
  return phrase + ".";
}

} // namespace

std::vector<readers::TextFile> read_files(const Description& description) {
  std::vector<readers::TextFile> files;
  for (const DataFile& file : description.files) {
    const auto path = find_file(file);
    core::require(path.has_value(), "The data set " + description.id +
                                        " is not on this machine. None of the data folders has " + file.path +
                                        ". " + as_sentence(how_to_get(description)));
    files.push_back(readers::read_file(*path));
    const std::string stored = file.packed ? readers::stored_bytes(*path) : std::string();
    const std::string& bytes = file.packed ? stored : files.back().bytes;
    const std::string found = core::sha256_hex(bytes);
    core::require(file.packed ? are_stored_bytes_of(file, bytes) : are_bytes_of(file, bytes),
                  path->string() + ": its SHA-256 is " + found.substr(0, 16) + "..., but the data set " +
                      description.id + " has " + file.sha256.substr(0, 16) + "..." +
                      (file.packed ? " as it is published, packed" : "") + ". Remove the file. " +
                      as_sentence(how_to_get(description)));
  }
  return files;
}

} // namespace datasets::real
