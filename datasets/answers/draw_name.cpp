#include "datasets/answers/draw_name.hpp"

#include <bit>

#include "core/random/sha256.hpp"

namespace datasets::answers {
namespace {

void append(std::uint64_t bits, std::string& bytes) {
  for (int byte = 0; byte < 8; ++byte) bytes += static_cast<char>(bits >> (8 * byte) & 0xff);
}

void append(const core::Matrix& values, std::string& bytes) {
  append(static_cast<std::uint64_t>(values.rows()), bytes);
  append(static_cast<std::uint64_t>(values.cols()), bytes);
  for (Eigen::Index j = 0; j < values.cols(); ++j)
    for (Eigen::Index i = 0; i < values.rows(); ++i)
      append(std::bit_cast<std::uint64_t>(values(i, j)), bytes);
}

} // namespace

std::string hash_of(const core::Draw& draw) {
  std::string bytes = "marginlab draw 1\n";
  for (const core::Sample* part : {&draw.train, &draw.tune, &draw.test}) {
    append(static_cast<std::uint64_t>(part->classes), bytes);
    append(part->x, bytes);
    append(core::Matrix(part->y), bytes);
  }
  return core::sha256_hex(bytes, 16);
}

std::string draw_name(const std::string& data, std::int32_t replicate, const std::string& hash) {
  std::string number = std::to_string(replicate);
  if (number.size() < 4) number.insert(0, 4 - number.size(), '0');
  return data + "-" + number + "-" + hash;
}

std::string hash_in(const std::string& name) {
  return name.substr(name.find_last_of('-') + 1);
}

} // namespace datasets::answers
