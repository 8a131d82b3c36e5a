#include "datasets/catalog.hpp"

#include <array>
#include <stdexcept>

#include "datasets/simulated/wang2008.hpp"

namespace datasets {

std::span<const CatalogRow> catalog() {
  static const std::array rows{
      CatalogRow{wang2008::example1_entry(), true, wang2008::build_example1},
      CatalogRow{wang2008::example2_entry(), true, wang2008::build_example2},
  };
  return rows;
}

const CatalogRow& find(std::string_view id) {
  for (const CatalogRow& row : catalog()) {
    if (row.entry.id == id) return row;
  }
  throw std::logic_error("no data set '" + std::string(id) + "' in the catalogue");
}

} // namespace datasets
