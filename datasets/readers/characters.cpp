#include "datasets/readers/characters.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/contract.hpp"

namespace datasets::readers {
namespace {

enum class Order { low_first, high_first };

/// By its mark, or by the zeros that ASCII in UTF-16 has at every other byte.
std::optional<Order> utf16_order(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe")) return Order::low_first;
  if (bytes.starts_with("\xfe\xff")) return Order::high_first;
  const std::string_view head = bytes.substr(0, 200);
  std::size_t zeros[2] = {0, 0};
  for (std::size_t i = 0; i < head.size(); ++i) zeros[i % 2] += head[i] == '\0' ? 1 : 0;
  const std::size_t most = head.size() * 9 / 20; // nine tenths of every other byte
  if (head.size() < 8 || bytes.size() % 2 != 0) return std::nullopt;
  if (zeros[0] == 0 && zeros[1] > most) return Order::low_first;
  if (zeros[1] == 0 && zeros[0] > most) return Order::high_first;
  return std::nullopt;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string utf8_of(const TextFile& file, Order order) {
  const std::string_view bytes = file.bytes;
  const auto unit = [&](std::size_t i) {
    const auto low = static_cast<unsigned char>(bytes[order == Order::low_first ? i : i + 1]);
    const auto high = static_cast<unsigned char>(bytes[order == Order::low_first ? i + 1 : i]);
    return static_cast<std::uint32_t>(low | (high << 8));
  };
  const auto refuse_unless = [&](bool fine, std::size_t i) {
    core::require(fine, [&] {
      return file.name + ": byte " + std::to_string(i + 1) +
             " breaks the UTF-16 of the file. Save the file as UTF-8.";
    });
  };
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    refuse_unless(i + 1 < bytes.size(), i);
    std::uint32_t code = unit(i);
    if (code >= 0xd800 && code < 0xe000) { // the first of a pair
      refuse_unless(code < 0xdc00 && i + 3 < bytes.size() && unit(i + 2) >> 10 == 0xdc00 >> 10, i);
      code = 0x10000 + ((code - 0xd800) << 10) + (unit(i + 2) - 0xdc00);
      i += 2;
    }
    append_utf8(out, code);
  }
  return out;
}

} // namespace

PlainText plain_text(TextFile file) {
  PlainText out{std::move(file)};
  std::string& bytes = out.file.bytes;
  if (const auto order = utf16_order(bytes)) {
    bytes = utf8_of(out.file, *order);
    out.notes.push_back(out.file.name + ": the file is UTF-16 and is read as such.");
  }
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.erase(0, 3);
  if (bytes.find('\r') != std::string::npos && bytes.find('\n') == std::string::npos) {
    std::replace(bytes.begin(), bytes.end(), '\r', '\n');
    out.notes.push_back(out.file.name + ": lines end with CR alone and are read as such.");
  }
  return out;
}

} // namespace datasets::readers
