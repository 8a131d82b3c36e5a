#include "experiments/yaml/scalars.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace experiments {
namespace {

/// Readers of YAML 1.1 take these words for true and false, those of 1.2 only two of them.
bool is_truth_word(const Node& node) {
  static constexpr std::array words{"yes", "no", "on", "off", "true", "false"};
  std::string text = node.text;
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return node.shape == Node::Shape::scalar && !node.quoted &&
         std::find(words.begin(), words.end(), text) != words.end();
}

/// The digits without a plus sign, which from_chars does not know.
std::string unsigned_plus(const std::string& text) {
  return text.size() > 1 && text[0] == '+' && text[1] != '-' ? text.substr(1) : text;
}

bool is_octal_looking(const std::string& text) {
  const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  return text.size() > sign + 1 && text[sign] == '0' &&
         text.find_first_not_of("0123456789", sign) == std::string::npos;
}

std::string octal(const std::string& text) {
  const std::size_t digits = std::min(text.find_first_not_of("+-0"), text.size() - 1);
  const std::string sign = text[0] == '-' ? "-" : "";
  return " (found " + shortened(text) + ": YAML 1.1 reads a leading 0 as octal). Write " + sign +
         text.substr(digits);
}

template <class T>
Decoded<T> refused(const Node& node) {
  const bool number_in_quotes =
      node.quoted && decode_real({.shape = node.shape, .place = {}, .text = node.text, .pairs = {}}).value;
  return {std::nullopt, " (found " + found(node) + ")" + (number_in_quotes ? ". Remove the quotes" : "")};
}

bool fits(double value) {
  return std::abs(value) < 9007199254740992.0;
} // 2^53: every integer below is a double

} // namespace

std::string found(const Node& node) {
  switch (node.shape) {
    case Node::Shape::nothing:
      return "no value";
    case Node::Shape::list:
      return "a list";
    case Node::Shape::map:
      return "a map";
    case Node::Shape::scalar:
      break;
  }
  const std::string text = shortened(node.text);
  if (node.quoted) return "\"" + text + "\" in quotes";
  return "'" + text + "'" + (is_truth_word(node) ? ", which YAML takes for true or false" : "");
}

Decoded<std::int64_t> decode_integer(const Node& node) {
  if (node.shape != Node::Shape::scalar || node.quoted) return refused<std::int64_t>(node);
  if (is_octal_looking(node.text)) return {std::nullopt, octal(node.text)};
  const std::string text = unsigned_plus(node.text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end == text.data() + text.size() && error == std::errc()) return {value};
  if (end == text.data() + text.size() && error == std::errc::result_out_of_range)
    return {std::nullopt, " (found " + shortened(text) + ", which 64 bits do not hold)"};
  const auto real = decode_real(node);
  if (real.value && std::trunc(*real.value) == *real.value && fits(*real.value))
    return {std::nullopt, " (found " + shortened(node.text) + "). Write " +
                              std::to_string(static_cast<std::int64_t>(*real.value))};
  return refused<std::int64_t>(node);
}

Decoded<double> decode_real(const Node& node) {
  if (node.shape != Node::Shape::scalar || node.quoted) return refused<double>(node);
  if (is_octal_looking(node.text)) return {std::nullopt, octal(node.text)};
  const std::string text = unsigned_plus(node.text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return refused<double>(node);
  if (error == std::errc::result_out_of_range)
    return {std::nullopt, " (found " + shortened(text) + ", which is not representable as a double)"};
  if (error != std::errc()) return refused<double>(node);
  if (!std::isfinite(value)) return {std::nullopt, " (found '" + shortened(text) + "', which is not finite)"};
  return {value};
}

Decoded<std::string> decode_text(const Node& node) {
  if (is_truth_word(node)) return {std::nullopt, " (found " + found(node) + "). Quote it"};
  if (node.shape == Node::Shape::map && node.pairs.size() == 1)
    return {std::nullopt, " (found a map: the ': ' makes it one). Quote the text"};
  if (node.shape != Node::Shape::scalar) return {std::nullopt, " (found " + found(node) + ")"};
  std::string text = node.text.substr(0, node.text.find_last_not_of(" \n") + 1);
  if (text.empty()) return {std::nullopt, " (found nothing in it)"};
  if (text.find('\n') != std::string::npos)
    return {std::nullopt, " on one line (found a line break). Fold long text with '>-'"};
  if (printable(text) != text) return {std::nullopt, " (found a control character in it)"};
  return {text};
}

std::optional<std::string> read_text(const Node& node, const std::string& key, Problems& problems) {
  auto [value, wrong] = decode_text(node);
  if (!value) problems.add(node.place, "'" + key + "' must be text" + wrong);
  return value;
}

} // namespace experiments
