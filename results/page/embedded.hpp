#pragma once
#include <string_view>

// Files of the tree that are part of the program: scripts/embed.cmake makes their definitions.
namespace results {

extern const std::string_view page_css;    ///< results/page/page.css
extern const std::string_view page_js;     ///< results/page/page.js
extern const std::string_view glossary_md; ///< docs/glossary.md

} // namespace results
