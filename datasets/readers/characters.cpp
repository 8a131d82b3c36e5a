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

/// The length of the UTF-8 character at the front; 0 where none stands there.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = byte(0) & (0x7f >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = (code << 6) | (byte(i) & 0x3f);
  }
  constexpr std::uint32_t least[] = {0x80, 0x800, 0x10000};
  const bool is_half_of_a_pair = code >= 0xd800 && code < 0xe000;
  return code < least[length - 2] || is_half_of_a_pair || code > 0x10ffff ? 0 : length;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

/// Reads Windows-1252, which spreadsheets in western Europe write: Latin-1 with letters and signs at 0x80 to
/// 0x9f. The five bytes that it leaves open stay control characters, which names may not have.
std::string utf8_of_western(std::string_view bytes) {
  static constexpr std::uint16_t signs[32] = {0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021,
                                              0x2c6,  0x2030, 0x160,  0x2039, 0x152,  0x8d,   0x17d,  0x8f,
                                              0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                              0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    append_utf8(out, code >= 0x80 && code < 0xa0 ? signs[code - 0x80] : code);
  }
  return out;
}

/// How files begin that tables are kept in and that nobody here reads.
struct OtherFormat {
  std::string_view begins, what;
};

constexpr OtherFormat other_formats[] = {
    {{"PK\x03\x04", 4}, "a spreadsheet or a zip archive"},
    {{"\xd0\xcf\x11\xe0", 4}, "a spreadsheet"},
    {{"RDX", 3}, "a file of R"},
    {{"RDA", 3}, "a file of R"},
    {{"X\n\0\0", 4}, "a file of R"},
    {{"A\n2\n", 4}, "a file of R"},
    {{"A\n3\n", 4}, "a file of R"},
    {{"\x80\x03", 2}, "a pickle of Python"},
    {{"\x80\x04", 2}, "a pickle of Python"},
    {{"\x80\x05", 2}, "a pickle of Python"},
    {{"\x93NUMPY", 6}, "an array of NumPy"},
    {{"PAR1", 4}, "a Parquet file"},
    {{"ARROW1", 6}, "a Feather file"},
    {{"\x89HDF", 4}, "an HDF5 file"},
    {{"SQLite format 3", 15}, "a database of SQLite"},
    {{"BZh", 3}, "packed by bzip2"},
    {{"\xfd"
      "7zXZ",
      5},
     "packed by xz"},
    {{"\x28\xb5\x2f\xfd", 4}, "packed by Zstandard"},
    {{"<!DOCTYPE", 9}, "a web page"},
    {{"<html", 5}, "a web page"},
    {{"<table", 6}, "a web page"},
    {{"<?xml", 5}, "an XML file"},
};

bool looks_like_json(std::string_view bytes) {
  const auto first = bytes.find_first_not_of(" \t\r\n"), last = bytes.find_last_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  const bool is_object = bytes[first] == '{' && bytes[last] == '}';
  return (is_object || (bytes[first] == '[' && bytes[last] == ']')) && bytes.find(':') != bytes.npos;
}

void refuse_other_formats(const TextFile& file) {
  const auto refuse = [&](std::string_view what) {
    throw core::UserError(file.name + ": this is " + std::string(what) +
                          ", not a table as text. Save the table as CSV and name that file.");
  };
  for (const OtherFormat& other : other_formats)
    if (file.bytes.starts_with(other.begins)) refuse(other.what);
  if (looks_like_json(file.bytes)) refuse("JSON");
}

/// Empties the lines at the front that begin with # and have another number of dividers than the line behind
/// them, so that the lines below keep their numbers. Returns whether there were any.
bool empty_comments(std::string& bytes) {
  std::size_t end = 0;
  while (end < bytes.size() && bytes[end] == '#') {
    const auto line_end = bytes.find('\n', end);
    if (line_end == std::string::npos) return false;
    end = line_end + 1;
  }
  const std::string_view text = bytes, head = text.substr(0, end);
  const std::string_view next = text.substr(end, text.find('\n', end) - end);
  bool are_comments = false;
  for (const char divider : {',', ';', '\t', '|'}) {
    const auto dividers = std::count(next.begin(), next.end(), divider);
    const std::string_view last = head.substr(head.empty() ? 0 : head.rfind('\n', end - 2) + 1);
    are_comments =
        are_comments || (dividers > 0 && std::count(last.begin(), last.end(), divider) != dividers);
  }
  if (end == 0 || !are_comments) return false;
  const auto lines = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
  bytes.replace(0, end, lines, '\n');
  return true;
}

} // namespace

PlainText plain_text(TextFile file) {
  PlainText out{std::move(file)};
  std::string& bytes = out.file.bytes;
  refuse_other_formats(out.file);
  if (const auto order = utf16_order(bytes)) {
    bytes = utf8_of(out.file, *order);
    out.notes.push_back(out.file.name + ": the file is UTF-16 and is read as such.");
  }
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.erase(0, 3);
  if (!is_utf8(bytes)) {
    bytes = utf8_of_western(bytes);
    out.notes.push_back(out.file.name + ": the file is not UTF-8 and is read as Windows-1252, or Latin-1.");
  }
  if (bytes.find('\r') != std::string::npos && bytes.find('\n') == std::string::npos) {
    std::replace(bytes.begin(), bytes.end(), '\r', '\n');
    out.notes.push_back(out.file.name + ": lines end with CR alone and are read as such.");
  }
  if (empty_comments(bytes))
    out.notes.push_back(out.file.name + ": the lines at the front that begin with # are left out.");
  return out;
}

} // namespace datasets::readers
