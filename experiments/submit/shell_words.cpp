#include "experiments/submit/shell_words.hpp"

#include "core/contract.hpp"

namespace experiments {
namespace {

constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";

bool is_plain(std::string_view text) {
  return !text.empty() && text.find_first_not_of(plain) == text.npos;
}

/// The text with `before` in front of each of these characters.
std::string marked(std::string_view text, std::string_view characters, std::string_view before) {
  std::string out;
  for (const char c : text) {
    if (characters.find(c) != characters.npos) out += before;
    out += c;
  }
  return out;
}

} // namespace

std::string shell_word(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out + "'";
}

std::string shell_words(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : " ") + shell_word(text);
  return out;
}

std::string directive_word(std::string_view text) {
  core::require(text.find_first_of("\n\r") == text.npos,
                "'" + std::string(text) + "' has a line break (an #SBATCH line cannot hold one) rename it");
  return is_plain(text) ? std::string(text) : "\"" + marked(text, "\\\"", "\\") + "\"";
}

std::string log_path(std::string_view path) {
  core::require(path.find('\\') == path.npos,
                "'" + std::string(path) +
                    "' has a backslash (Slurm then no longer numbers its logs) choose another --out");
  return marked(path, "%", "%");
}

} // namespace experiments
