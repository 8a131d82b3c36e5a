#include "results/report/message_pattern.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

namespace results {
namespace {

constexpr std::size_t kKeyDigits = 8; ///< from which on hexadecimal digits are a key, cut short or not

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_hexadecimal(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

template <class Kind>
std::size_t run(std::string_view text, Kind is_kind) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_kind) - text.begin());
}

/// Each of the following says how many characters at the beginning of the text are such a thing; 0 = none.

std::size_t address(std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) return 0;
  const std::size_t digits = run(text.substr(2), is_hexadecimal);
  return digits > 0 ? 2 + digits : 0;
}

/// Letters and digits both, or it is a word such as "defaced" or a number.
std::size_t key(std::string_view text) {
  const std::size_t length = run(text, is_word);
  const std::string_view word = text.substr(0, length);
  const bool is_key = length >= kKeyDigits && run(word, is_hexadecimal) == length &&
                      std::any_of(word.begin(), word.end(), is_digit) && run(word, is_digit) < length;
  return is_key ? length : 0;
}

std::size_t number(std::string_view text) {
  std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  for (const std::string_view word : {"infinity", "inf", "nan"})
    if (text.substr(at).starts_with(word) && run(text.substr(at), is_word) == word.size())
      return at + word.size();
  const auto digits = [&] { return run(text.substr(std::min(at, text.size())), is_digit); };
  const std::size_t whole = digits();
  at += whole;
  std::size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    ++at;
    fraction = digits();
    at = fraction > 0 ? at + fraction : at - 1;
  }
  if (whole + fraction == 0) return 0;
  const std::size_t mantissa = at;
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return mantissa;
  ++at;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  const std::size_t exponent = digits();
  return exponent > 0 ? at + exponent : mantissa;
}

std::size_t path(std::string_view text) {
  constexpr std::string_view closing = ",;:)]}'\"", opening = "/.~";
  if (text.empty() || (!is_word(text[0]) && opening.find(text[0]) == opening.npos)) return 0;
  const std::size_t length =
      run(text, [&](char c) { return !is_blank(c) && closing.find(c) == closing.npos; });
  const std::string_view token = text.substr(0, length);
  const bool rooted = std::any_of(token.begin(), token.end(), is_word) &&
                      (token.starts_with("/") || token.starts_with("./") || token.starts_with("../") ||
                       token.starts_with("~/"));
  return rooted || std::count(token.begin(), token.end(), '/') >= 2 ? length : 0;
}

struct Quotes {
  std::string_view opening, closing;
};
constexpr std::array<Quotes, 5> all_quotes{{{"'", "'"}, {"\"", "\""}, {"`", "`"}, {"“", "”"}, {"‘", "’"}}};

/// A closing single quote has no letter behind it: 'Platt's' is one text.
std::optional<std::size_t> closing_quote(std::string_view text, std::string_view quote) {
  for (std::size_t at = text.find(quote); at != std::string_view::npos; at = text.find(quote, at + 1)) {
    const std::size_t after = at + quote.size();
    if (after >= text.size() || !is_word(text[after])) return at;
  }
  return std::nullopt;
}

/// A quoted text, written with its quotes about the mark.
std::size_t quoted(std::string_view text, std::string& out) {
  for (const auto& [opening, closing] : all_quotes) {
    if (!text.starts_with(opening)) continue;
    const auto end = closing_quote(text.substr(opening.size()), closing);
    if (!end) return 0;
    out.append(opening).append("#").append(closing);
    return opening.size() + *end + closing.size();
  }
  return 0;
}

std::string last_line(const std::string& text) {
  constexpr const char* blanks = " \t\r\n";
  const std::size_t last = text.find_last_not_of(blanks);
  if (last == std::string::npos) return "";
  const std::size_t before = text.find_last_of("\r\n", last);
  const std::size_t first = text.find_first_not_of(blanks, before == std::string::npos ? 0 : before);
  return text.substr(first, last - first + 1);
}

FailureGroup group_of(const std::vector<const Failure*>& alike) {
  const Failure& first = **std::min_element(
      alike.begin(), alike.end(), [](const Failure* a, const Failure* b) { return a->key < b->key; });
  const bool is_varied = std::any_of(alike.begin(), alike.end(),
                                     [&](const Failure* other) { return other->error != first.error; });
  return {first.stage,  first.error, first.signal, last_line(first.stderr_tail),
          alike.size(), is_varied,   first.replay};
}

} // namespace

std::string message_pattern(std::string_view message) {
  std::string out;
  for (std::size_t at = 0; at < message.size();) {
    const std::string_view rest = message.substr(at);
    const bool inside_word = at > 0 && is_word(message[at - 1]);
    if (inside_word) {
      out += rest[0];
      ++at;
      continue;
    }
    if (const std::size_t length = quoted(rest, out)) {
      at += length;
      continue;
    }
    std::size_t length = path(rest);
    for (const auto measure : {address, key, number})
      if (length == 0) length = measure(rest);
    out += length > 0 ? '#' : rest[0];
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::vector<FailureGroup> failure_groups(const std::vector<Failure>& failures) {
  std::map<std::tuple<std::string, std::string, int>, std::vector<const Failure*>> groups;
  for (const Failure& failure : failures)
    groups[{failure.stage, message_pattern(failure.error), failure.signal}].push_back(&failure);
  std::vector<FailureGroup> out;
  for (const auto& [what, alike] : groups) out.push_back(group_of(alike));
  std::stable_sort(out.begin(), out.end(),
                   [](const FailureGroup& a, const FailureGroup& b) { return a.cells > b.cells; });
  return out;
}

} // namespace results
