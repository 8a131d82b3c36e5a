#include "tests/results/report/xml_reader.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace xml {
namespace {

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  Element document() {
    if (text_.starts_with("<!DOCTYPE html>\n")) at_ = 16;
    Element root = element();
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    if (at_ != text_.size()) fail("text after the root element");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw std::runtime_error(problem + " near '" + text_.substr(at_, 40) + "'");
  }

  bool take(const std::string& token) {
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }

  void need(const std::string& token) {
    if (!take(token)) fail("expected " + token);
  }

  std::string name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-'))
      ++at_;
    if (at_ == start) fail("expected a name");
    return text_.substr(start, at_ - start);
  }

  std::string until(char end) {
    std::string out;
    while (at_ < text_.size() && text_[at_] != end && text_[at_] != '<')
      out += text_[at_] == '&' ? entity() : text_[at_++];
    if (at_ == text_.size()) fail("the document ends too early");
    return out;
  }

  char entity() {
    static const std::map<std::string, char> known{
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
    for (const auto& [name, character] : known)
      if (take(name)) return character;
    fail("a bare ampersand or an unknown entity");
  }

  void attributes(Element& element) {
    while (take(" ")) {
      const std::string key = name();
      need("=\"");
      if (!element.attributes.emplace(key, until('"')).second) fail("attribute " + key + " stands twice");
      need("\"");
    }
  }

  Element element() {
    Element out;
    need("<");
    out.name = name();
    attributes(out);
    if (take("/>")) return out;
    need(">");
    while (true) {
      out.own_text += until('<');
      if (take("</")) break;
      out.children.push_back(element());
    }
    if (name() != out.name) fail("the end of <" + out.name + "> was expected before");
    need(">");
    return out;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

bool has_class(const Element& element, const std::string& wanted) {
  const auto found = element.attributes.find("class");
  if (found == element.attributes.end()) return false;
  std::istringstream words(found->second);
  for (std::string word; words >> word;)
    if (word == wanted) return true;
  return false;
}

} // namespace

std::string Element::text() const {
  std::string out = own_text;
  for (const Element& child : children) out += child.text();
  return out;
}

std::vector<const Element*> Element::all(const std::string& wanted, const std::string& css_class) const {
  std::vector<const Element*> out;
  if (name == wanted && (css_class.empty() || has_class(*this, css_class))) out.push_back(this);
  for (const Element& child : children) {
    const auto below = child.all(wanted, css_class);
    out.insert(out.end(), below.begin(), below.end());
  }
  return out;
}

Element read(const std::string& document) {
  return Reader(document).document();
}

} // namespace xml
