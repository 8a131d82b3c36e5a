#pragma once
#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <vector>

namespace tests {

/// Behind a place - a file, or a file and a line - the rest of a message; the whole where it has no place.
inline std::string behind_place(const std::string& message) {
  const auto colon = message.find(": ");
  const bool is_place = colon != std::string::npos && message.find(' ') > colon;
  return is_place ? message.substr(colon + 2) : message;
}

/// Divided where a full stop or question mark stands before a blank or at the end.
inline std::vector<std::string> sentences_of(const std::string& text) {
  std::vector<std::string> out;
  std::size_t from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_mark = i > 0 && text[i - 1] != ' ' && (text[i] == '.' || text[i] == '?');
    const bool is_end = is_mark && (i + 1 == text.size() || text[i + 1] == ' ');
    if (!is_end) continue;
    out.push_back(text.substr(from, i + 1 - from));
    from = i + 2;
  }
  if (from < text.size()) out.push_back(text.substr(from));
  return out;
}

/// Whether a word may begin a sentence: it has a capital, a number, a quote, an option's dash, or it is a
/// key.
inline bool may_begin(const std::string& sentence) {
  const std::string word = sentence.substr(0, sentence.find(' '));
  const bool is_name = word.find_first_of("_=:/@.") != std::string::npos;
  return !word.empty() && (std::islower(static_cast<unsigned char>(word[0])) == 0 || is_name);
}

/// What is wrong with the form of a message of the program; empty: nothing. It is sentences of at most 25
/// words, the first perhaps behind a place. A sentence ends with a full stop or a question mark, and a
/// parenthesis has a name or a count alone.
inline std::string flaw_of(const std::string& message) {
  const std::string text = behind_place(message);
  const bool has_place = text.size() < message.size();
  const auto sentences = sentences_of(text);
  if (sentences.empty()) return "nothing is said";
  for (std::size_t at = text.find('('); at != std::string::npos; at = text.find('(', at + 1))
    if (text.find_first_of("'0123456789", at) != at + 1) return "a parenthesis that is no name and no count";
  for (std::size_t k = 0; k < sentences.size(); ++k) {
    const std::string& sentence = sentences[k];
    if (sentence.back() != '.' && sentence.back() != '?') return "no full stop: " + sentence;
    if ((k > 0 || !has_place) && !may_begin(sentence)) return "no capital: " + sentence;
    std::istringstream words(sentence);
    std::string word;
    int count = 0;
    while (words >> word) ++count;
    if (count > 25) return std::to_string(count) + " words: " + sentence;
  }
  return "";
}

} // namespace tests
