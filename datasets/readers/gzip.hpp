#pragma once
#include <string>
#include <string_view>

#include "datasets/readers/memory_budget.hpp"

// Deflated data (RFC 1951) in the wrappers of gzip (RFC 1952) and zlib (RFC 1950).
namespace datasets::readers {

bool is_gzip(std::string_view bytes);

/// Unpacks every member of a gzip file; its checksums decide whether it is whole. Throws UserError for a file
/// that is damaged, cut off, followed by something else, larger than `room` unpacked, or larger than 64 MiB
/// and 500 times what is packed: unpacked once to be counted, in blocks and no further than that, and only
/// then to be kept.
std::string gunzip(std::string_view bytes, const std::string& name, std::size_t room = reading_room());

/// Unpacks one zlib stream, as it lies in MAT files. Throws UserError likewise.
std::string inflate_zlib(std::string_view bytes, const std::string& name, std::size_t room = reading_room());

} // namespace datasets::readers
