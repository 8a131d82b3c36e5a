#pragma once
#include <string>
#include <vector>

#include "results/report/document.hpp"

namespace results {

/// The long form of a report, RFC 4180 (CRLF, quotes where needed): the name of each axis, empty
/// where a row has no place on it, then long_columns. Numbers are rounded as in every other format; what
/// does not exist is empty.
std::string csv_of(const Document& document);

/// One line of fields, each quoted where it has to be.
std::string csv_record(const std::vector<std::string>& fields);

/// Quoted where it holds a comma, a quote or a line break.
std::string csv_field(const std::string& text);

} // namespace results
