#pragma once
#include <string>

namespace results {

/// Text that stands for itself between tags and in quoted attributes of HTML, XML and SVG.
std::string xml_escaped(const std::string& text);

} // namespace results
