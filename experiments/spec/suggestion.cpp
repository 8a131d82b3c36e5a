#include "experiments/spec/suggestion.hpp"

#include <algorithm>
#include <cctype>

#include "experiments/spec/name.hpp"

namespace experiments {
namespace {

constexpr std::size_t longest_list = 40;

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Distance where it is small for words of this length, nothing otherwise.
std::optional<std::size_t> small_distance(const std::string& word, const std::string& candidate) {
  const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
  if (longer - shorter > (longer + 2) / 3) return std::nullopt; // so many letters are missing at least
  const std::size_t distance = edit_distance(lower_case(word), lower_case(candidate));
  const bool close = distance <= (longer + 2) / 3 && distance < std::min(word.size(), candidate.size());
  return close ? std::optional(distance) : std::nullopt;
}

} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

std::optional<std::string> closest(const std::string& word, const std::vector<std::string>& accepted) {
  std::optional<std::string> best;
  std::size_t least = word.size() + 1;
  for (const std::string& candidate : accepted)
    for (const std::string& spelling : {candidate, last_part(candidate)}) {
      const auto distance = small_distance(word, spelling);
      if (distance && *distance < least) {
        least = *distance;
        best = candidate;
      }
    }
  return best;
}

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < std::min(words.size(), longest_list); ++i)
    out += (i == 0 ? "" : ", ") + words[i];
  return words.size() <= longest_list ? out : out + ", ... (" + std::to_string(words.size()) + " in all)";
}

std::string accepted_and_closest(const std::string& word, const std::vector<std::string>& accepted) {
  const auto meant = closest(word, accepted);
  return " (accepted: " + (accepted.empty() ? "none" : listed(accepted)) + ")" +
         (meant ? ". Did you mean '" + *meant + "'?" : "");
}

} // namespace experiments
