#include "experiments/spec/source_text.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace experiments {
namespace {

constexpr std::size_t most_bytes = 1 << 20;
constexpr const char* byte_order_mark = "\xEF\xBB\xBF";

} // namespace

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const bool carriage_return = end > begin && text[end - 1] == '\r';
    lines.push_back(text.substr(begin, end - begin - (carriage_return ? 1 : 0)));
    begin = end + 1;
  }
  return lines;
}

FileText read_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return {{}, "it is a directory"};
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) return {{}, std::strerror(errno)};
  std::string text(most_bytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) return {{}, "reading it failed"};
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > most_bytes) return {{}, "it is larger than 1 MiB"};
  if (text.starts_with(byte_order_mark)) text.erase(0, 3);
  return {std::move(text), {}};
}

} // namespace experiments
