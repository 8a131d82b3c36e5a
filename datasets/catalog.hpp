#pragma once
#include "datasets/source/catalog_row.hpp"

namespace datasets {

/// The table of contents of the data, in the order of the papers.
std::span<const CatalogRow> catalog();

/// The row of this id. Throws std::logic_error where there is none: configs are validated before.
const CatalogRow& find(std::string_view id);

} // namespace datasets
