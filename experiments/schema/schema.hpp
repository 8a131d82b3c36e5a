#pragma once
#include <string>

#include "experiments/catalog/methods.hpp"

namespace experiments {

/// The JSON Schema (draft-07) of a study's config: what editors complete and explain, made of the catalogue's
/// descriptions and of the keys by which the reader judges. A block of data, classifiers, methods or tuning
/// has the parameters of the entry that it names, and no other. What depends on several places of a study,
/// such as the axes of a layout, `marginlab check` alone knows. Ends with a newline.
std::string schema_text(const Catalogue& catalogue);

} // namespace experiments
