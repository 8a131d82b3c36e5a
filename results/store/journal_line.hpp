#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "results/record/record.hpp"

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

// The lines of a journal: "%08x {json}\n", the CRC-32 of the JSON text and the JSON text. In the order of
// writing:
//
//   {"key":"<32 hex>/<replicate>","outcome":"ok","values":{"cre":0.5,"gkl":"inf"},"seconds":0.25}
//
// with "series":{"criterion.lambda":[0.1,1],"criterion.value":[0.6,"inf"]}, "stage", "error", "signal":11 and
// "stderr_tail" before "seconds" where a cell has them. Values and series are sorted by name; numbers are the
// shortest decimals that read back as the same doubles, and inf, -inf and nan are strings, which JSON has no
// numbers for. Format 1.0 had no series, 1.1 neither signal nor stderr_tail.

/// ok, not_converged or failed.
std::string_view word(Outcome outcome);

/// The first line of every journal, newline included.
std::string journal_header();

/// The line of one cell, newline included. The setting must be 32 lower-case hexadecimal digits, and the
/// series even.
std::string journal_line(const Record& record);

/// The JSON text of a line (without its newline) whose checksum is right.
std::optional<std::string_view> checked_json(std::string_view line);

/// The cell a line is about: its first two members, read without parsing JSON. The view is into the line.
struct LineHead {
  CellId cell;
  Outcome outcome = Outcome::ok;
  std::string_view rest; ///< what follows, from the comma on
};
std::optional<LineHead> read_head(std::string_view json);

/// Which of these values a line holds. A line as journal_line writes it costs a scan of its text; every
/// other is parsed.
HeldValues held_values(std::string_view json, std::span<const std::string> names);

/// The whole record. Lines as journal_line writes them for cells that did not fail are scanned by hand,
/// everything else goes through the JSON parser. Nothing if the text is not a cell, which includes one whose
/// series are not even.
std::optional<Record> read_record(std::string_view json);

/// The version that a header names; nothing if the text is no header.
std::optional<std::string> header_version(std::string_view json);

/// Refuses, by core::UserError, a header of a newer major version; false if the text is no header at all.
bool accept_header(std::string_view json, const std::string& path);

} // namespace results
