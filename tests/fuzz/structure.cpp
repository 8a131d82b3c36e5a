#include "tests/fuzz/structure.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

namespace fuzz {
namespace {

using Json = nlohmann::json;

std::size_t below(std::size_t count, Coin& coin) {
  return count == 0 ? 0 : coin() % count;
}

/// Values that no sound file has in most of its places.
const std::vector<Json>& hostile_values() {
  static const std::vector<Json> all{-1,
                                     0,
                                     1,
                                     2147483647,
                                     -2147483648.0,
                                     4294967296.0,
                                     1e9,
                                     1e308,
                                     -1e308,
                                     5e-324,
                                     0.5,
                                     "",
                                     "x",
                                     "inf",
                                     "nan",
                                     "\x1b[31m",
                                     "two\nlines",
                                     "../../out",
                                     "1e999",
                                     std::string(5000, 'a'),
                                     nullptr,
                                     true,
                                     Json::array(),
                                     Json::object()};
  return all;
}

void collect(Json& value, std::vector<Json*>& all) {
  all.push_back(&value);
  if (value.is_structured())
    for (Json& inner : value) collect(inner, all);
}

/// One of its members or items leaves or stands twice.
void change_members(Json& value, Coin& coin) {
  const std::size_t at = below(value.size(), coin);
  auto member = value.begin();
  std::advance(member, static_cast<std::ptrdiff_t>(at));
  if (coin() % 2 == 0 || value.is_object())
    value.erase(member);
  else
    value.push_back(Json(*member));
}

std::string with_word_changed(std::string_view line, Coin& coin) {
  static const std::array<std::string_view, 20> words{"-1",    "0",     "1",    "2147483648",
                                                      "1e300", "nan",   "inf",  "-",
                                                      "null",  "0x0",   "3x1",  "1000000x1000000",
                                                      "int",   "real",  "text", "fixed",
                                                      "wide",  "group", "../x", "a|b|c"};
  std::vector<std::size_t> begins{0};
  for (std::size_t at = 0; at < line.size(); ++at)
    if (line[at] == ' ' || line[at] == '|') begins.push_back(at + 1);
  const std::size_t begin = begins[below(begins.size(), coin)];
  const std::size_t end = std::min(line.find_first_of(" |", begin), line.size());
  return std::string(line.substr(0, begin)) + std::string(words[below(words.size(), coin)]) +
         std::string(line.substr(end));
}

std::vector<std::string> lines_in(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string with_line_changed(const std::string& line, Coin& coin) {
  const std::size_t brace = line.find('{');
  if (brace != std::string::npos && coin() % 8 != 0)
    return line.substr(0, brace) + changed_json(std::string_view(line).substr(brace), coin);
  return with_word_changed(line, coin);
}

} // namespace

std::string changed_json(std::string_view json, Coin& coin) {
  Json document = Json::parse(json, nullptr, false);
  if (document.is_discarded()) return std::string(json);
  std::vector<Json*> all;
  collect(document, all);
  Json& value = *all[below(all.size(), coin)];
  if (value.is_structured() && !value.empty() && coin() % 2 == 0)
    change_members(value, coin);
  else if (coin() % 3 == 0)
    value = Json(*all[below(all.size(), coin)]);
  else
    value = hostile_values()[below(hostile_values().size(), coin)];
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string changed_lines(std::string_view text, Coin& coin) {
  std::vector<std::string> lines = lines_in(text);
  if (lines.empty()) return std::string(text);
  const std::size_t at = below(lines.size(), coin), other = below(lines.size(), coin);
  switch (coin() % 8) {
    case 0:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      lines.push_back(lines[at]);
      break;
    case 2:
      std::swap(lines[at], lines[other]);
      break;
    default:
      lines[at] = with_line_changed(lines[at], coin);
  }
  std::string out;
  for (const std::string& line : lines) out += line + '\n';
  return out;
}

} // namespace fuzz
