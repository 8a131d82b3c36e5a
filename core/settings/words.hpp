#pragma once
#include <algorithm>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// The words for the values of an enumeration, or of whatever else is chosen by a word: the one list by which
/// they are read, written and offered. No word stands for a value that it is not listed with.
template <class T>
class Words {
 public:
  Words(std::initializer_list<std::pair<std::string, T>> rows) : rows_(rows) {}
  explicit Words(std::vector<std::pair<std::string, T>> rows) : rows_(std::move(rows)) {}

  std::optional<T> find(const std::string& word) const {
    for (const auto& [listed, value] : rows_)
      if (listed == word) return value;
    return std::nullopt;
  }

  /// Throws std::logic_error for a word that is not listed: what a person wrote is validated before.
  T of(const std::string& word) const {
    if (const auto value = find(word)) return *value;
    throw std::logic_error("unknown word '" + word + "'" + " (known: " + listed() + ")");
  }

  /// Throws std::logic_error for a value that has no word.
  const std::string& word(const T& value) const {
    for (const auto& row : rows_)
      if (row.second == value) return row.first;
    throw std::logic_error("a value has no word (known: " + listed() + ")");
  }

  /// In the order of the list.
  std::vector<std::string> all() const {
    std::vector<std::string> out;
    for (const auto& row : rows_) out.push_back(row.first);
    return out;
  }

  /// The words in one text, divided by commas.
  std::string listed() const {
    std::string out;
    for (const auto& row : rows_) out += (out.empty() ? "" : ", ") + row.first;
    return out;
  }

 private:
  std::vector<std::pair<std::string, T>> rows_;
};

} // namespace core
