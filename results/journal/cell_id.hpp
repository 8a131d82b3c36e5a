#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "results/record.hpp"

namespace results {

/// A Key in 24 bytes, in the same order: what a million of them are sorted and searched by.
struct CellId {
  std::uint64_t high = 0, low = 0; ///< the setting's 32 hexadecimal digits
  std::int32_t replicate = 0;

  auto operator<=>(const CellId&) const = default;
};

/// Nothing if the setting is not 32 hexadecimal digits.
std::optional<CellId> cell_id(std::string_view setting, std::int32_t replicate);

Key key_of(const CellId& id);

} // namespace results
