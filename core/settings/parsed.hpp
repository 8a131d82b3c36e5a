#pragma once
#include <charconv>
#include <optional>
#include <string_view>

namespace core {

/// The number that the whole text is: an integer of the type T in decimal digits, a minus sign before it
/// where there is one, or a real number, inf and nan among them. Nothing where the text is more or less than
/// that, or T does not hold it.
template <class T>
std::optional<T> parsed(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

} // namespace core
