#include <zlib.h>

#include <array>
#include <cstdio>
#include <stdexcept>

#include "core/contract.hpp"
#include "results/store/journal.hpp"
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/scratch_folder.hpp"
#include "tests/support/read_journal.hpp"

// The checksum of a journal's line refuses nearly every change of it. So the bytes are read as they are, and
// then once more with the right checksum before each line: what lies behind the checksum is reached.
namespace {

std::string sealed(std::string_view json) {
  std::array<char, 16> sum;
  std::snprintf(sum.data(), sum.size(), "%08lx ",
                crc32_z(0, reinterpret_cast<const Bytef*>(json.data()), json.size()));
  return sum.data() + std::string(json) + '\n';
}

std::string sealed_lines(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view line = bytes.substr(0, end);
    const bool has_sum = line.size() > 8 && line[8] == ' ';
    text += sealed(has_sum ? line.substr(9) : line);
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + 1);
  }
  return text;
}

bool read(std::string_view bytes) {
  static const fuzz::ScratchFolder folder("journal");
  const auto file = folder.write("journal.jsonl", bytes);
  try {
    const auto before = results::read_journal(file);
    const auto index = results::index_journals({file});
    if (index.size() < before.records.size()) throw std::logic_error("cells that the index does not know");
    const results::Journal opened(file); // cuts off a last line that is not whole
    if (results::read_journal(file).records.size() != before.records.size())
      throw std::logic_error("opening a journal changed its cells");
    return true;
  } catch (const core::UserError&) {
    return false; // refused, as documented
  }
}

} // namespace

bool fuzz::journal(std::string_view bytes) {
  for (const std::string_view line : {bytes, bytes.substr(0, bytes.find('\n'))}) results::read_record(line);
  const bool is_read = read(bytes);
  return read(sealed_lines(bytes)) || is_read;
}
