#include "results/journal/cell_id.hpp"

#include <charconv>

namespace results {
namespace {

std::optional<std::uint64_t> hexadecimal(std::string_view digits) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

} // namespace

std::optional<CellId> cell_id(std::string_view setting, std::int32_t replicate) {
  if (setting.size() != 32) return std::nullopt;
  const auto high = hexadecimal(setting.substr(0, 16)), low = hexadecimal(setting.substr(16));
  if (!high || !low) return std::nullopt;
  return CellId{*high, *low, replicate};
}

Key key_of(const CellId& id) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string setting(32, '0');
  for (std::size_t i = 0; i < 16; ++i) {
    setting[i] = digits[(id.high >> (60 - 4 * i)) & 15U];
    setting[16 + i] = digits[(id.low >> (60 - 4 * i)) & 15U];
  }
  return {setting, id.replicate};
}

} // namespace results
