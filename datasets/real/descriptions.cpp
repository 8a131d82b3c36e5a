#include <algorithm>
#include <iterator>

#include "core/random/sha256.hpp"
#include "datasets/readers/gzip.hpp"
#include "datasets/real/description.hpp"

namespace datasets::real {

std::span<const Description> descriptions() {
  static const std::vector<Description> all = [] {
    std::vector<Description> out;
    for (auto page : {uci_descriptions, gene_descriptions, image_descriptions, other_descriptions})
      std::ranges::move(page(), std::back_inserter(out));
    return out;
  }();
  return all;
}

const Description* described(std::string_view id) {
  for (const Description& description : descriptions())
    if (description.id == id) return &description;
  return nullptr;
}

bool are_stored_bytes_of(const DataFile& file, const std::string& stored) {
  if (file.packed) return core::sha256_hex(stored) == file.sha256;
  return are_bytes_of(file,
                      readers::is_gzip(stored) ? readers::gunzip(stored, file.path, file.bytes + 1) : stored);
}

bool are_bytes_of(const DataFile& file, const std::string& bytes) {
  return core::sha256_hex(bytes) == file.sha256 || core::sha256_hex(bytes + "\n") == file.sha256;
}

std::string content_of(const Description& description) {
  if (description.files.size() == 1) return description.files.front().sha256.substr(0, 16);
  std::string all;
  for (const DataFile& file : description.files) all += file.sha256;
  return core::sha256_hex(all, 16);
}

} // namespace datasets::real
