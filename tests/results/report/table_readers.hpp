#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

// Readers of what the report prints, each knowing only its format.
namespace read_back {

/// The numbers of one cell as text: "" where a format has none.
struct Numbers {
  std::string published, published_se, ours, mcse, n_ok, n, z, verdict;

  auto operator<=>(const Numbers&) const = default;
};

/// The rows of the comparison, in order. Throws std::runtime_error where a line is not as its format wants
/// it.
std::vector<Numbers> from_text(const std::string& report);
std::vector<Numbers> from_markdown(const std::string& report);
std::vector<Numbers> from_latex(const std::string& report);
std::vector<Numbers> from_csv(const std::string& report);
std::vector<Numbers> from_html(const std::string& report);

/// RFC 4180: CRLF between records, quotes doubled within quotes.
std::vector<std::vector<std::string>> csv_records(const std::string& text);

} // namespace read_back

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
