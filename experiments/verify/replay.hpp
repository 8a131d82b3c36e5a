#pragma once
#include <filesystem>
#include <string>

namespace experiments {

/// Recomputes one stored cell alone, from the canonical text of its setting, and prints every value beside
/// the stored one. Returns 0 if all bits agree, 3 if one does not. key: "<32 hex>/<replicate>"; the digits
/// may be cut short as long as they name one setting. Throws UserError where the cell is not stored.
int replay(const std::filesystem::path& results_file, const std::string& key);

} // namespace experiments
