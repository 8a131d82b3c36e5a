#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

// A strict reader of well-formed XML, as far as pages and pictures need it.
namespace xml {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::vector<Element> children;
  std::string own_text; ///< directly inside, entities resolved

  /// Text of this element and all below, in no promised order beyond that of each element's own.
  std::string text() const;

  /// Every element below (itself included) with this name and, unless empty, this class among its classes.
  std::vector<const Element*> all(const std::string& wanted, const std::string& css_class = "") const;
};

/// The root element. Throws std::runtime_error for a tag left open or crossed, an unquoted or repeated
/// attribute, a bare ampersand or less-than sign, an unknown entity, or text after the end.
Element read(const std::string& document);

} // namespace xml
