#include "datasets/readers/text_file.hpp"

#include <fstream>
#include <iterator>

#include "core/contract.hpp"
#include "datasets/readers/gzip.hpp"

namespace datasets::readers {

TextFile read_file(const std::filesystem::path& path) {
  std::error_code ignored;
  core::require(std::filesystem::exists(path, ignored),
                path.string() + ": no such file (looked for from the working directory) correct the path");
  core::require(!std::filesystem::is_directory(path, ignored),
                path.string() + ": a folder (a data set is a file) name the file in it");
  std::ifstream in(path, std::ios::binary);
  core::require(in.is_open(),
                path.string() + ": cannot be opened (the system refused) look at its permissions");
  std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  core::require(!in.bad(), path.string() + ": cannot be read to its end (the disk refused) look at the disk");
  if (is_gzip(bytes)) bytes = gunzip(bytes, path.string());
  return {path.string(), std::move(bytes)};
}

} // namespace datasets::readers
