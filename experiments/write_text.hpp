#pragma once
#include <filesystem>
#include <string>

namespace experiments {

/// Puts a text into a file, replaced whole. Throws UserError where the file or its disk refuses.
void write_text(const std::filesystem::path& file, const std::string& text);

} // namespace experiments
