#pragma once
#include <string>

namespace results {

/// What a page consists of, as HTML.
struct PageParts {
  std::string title;   ///< text
  std::string skip_to; ///< the id of what most readers look for; empty = nothing
  std::string body;
  std::string after{}; ///< what lies over the page
  std::string data{};  ///< JSON without '<' for the script; empty = the page has no script
};

/// A whole file with the style sheet and the script in it and a policy that lets nothing else run or load.
std::string whole_page(const PageParts& parts);

/// The button that turns the page light or dark; shown by the script.
std::string theme_button();

/// The frame that the script fills with one number. Its words stand here, so that the script has none.
std::string dialog();

} // namespace results
