#include "results/format/xml.hpp"

namespace results {
namespace {

std::string escaped(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\n':
    case '\t':
      return std::string(1, c);
    default:
      return static_cast<unsigned char>(c) < 0x20 ? " " : std::string(1, c); // not allowed in XML
  }
}

} // namespace

std::string xml_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += escaped(c);
  return out;
}

} // namespace results
