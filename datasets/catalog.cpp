#include "datasets/catalog.hpp"

#include <stdexcept>

#include "datasets/real/published.hpp"
#include "datasets/real/user_file.hpp"
#include "datasets/simulated/ruping2004.hpp"
#include "datasets/simulated/wang2008.hpp"
#include "datasets/simulated/wu2010.hpp"

namespace datasets {
namespace {

CatalogRow wu2010_row(wu2010::Example example) {
  return {.entry = wu2010::entry(example),
          .knows_truth = true,
          .build = [example](const core::Parameters& p) { return wu2010::build(example, p); },
          .classes = [example](const core::Parameters&) { return wu2010::classes(example); }};
}

} // namespace

std::span<const CatalogRow> catalog() {
  static const std::vector<CatalogRow> rows = [] {
    std::vector<CatalogRow> all{{wang2008::example1_entry(), true, wang2008::build_example1},
                                {wang2008::example2_entry(), true, wang2008::build_example2},
                                {ruping2004::two_normals_entry(), true, ruping2004::build_two_normals}};
    for (const auto example :
         {wu2010::Example::one, wu2010::Example::two, wu2010::Example::three, wu2010::Example::four})
      all.push_back(wu2010_row(example));
    for (CatalogRow& row : real::published_rows()) all.push_back(std::move(row));
    all.push_back(real::user_file_row());
    return all;
  }();
  return rows;
}

const CatalogRow& find(std::string_view id) {
  for (const CatalogRow& row : catalog()) {
    if (row.entry.id == id) return row;
  }
  throw std::logic_error("no data set '" + std::string(id) + "' in the catalogue");
}

} // namespace datasets
