#pragma once
#include <concepts>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// How this program says no. A message reads "problem (why it is one) how to mend it".
namespace core {

/// What speaks against something that a user wrote: a sentence, and the keys of the parameters that it is
/// about, the nearest first. Without a key it is about the whole of what was written.
struct Objection {
  std::vector<std::string> keys;
  std::string sentence;

  auto operator<=>(const Objection&) const = default;
};

/// A mistake of the person at the keyboard: a config, an argument, a file. Ends the program with exit code 2.
struct UserError : std::runtime_error {
  explicit UserError(const std::string& message, std::vector<std::string> about = {})
      : std::runtime_error(message), keys(std::move(about)) {}

  Objection objection() const { return {keys, what()}; }

  std::vector<std::string> keys; ///< of an Objection
};

/// Checks what a user controls; always on. Throws UserError about the parameters of these keys.
inline void require(bool condition, const std::string& message, const std::vector<std::string>& keys = {}) {
  if (!condition) throw UserError(message, keys);
}

/// The same where the message costs more than the check, for every cell of a table, say: it is made where it
/// is needed.
template <std::invocable Message>
void require(bool condition, const Message& message, const std::vector<std::string>& keys = {}) {
  if (!condition) throw UserError(message(), keys);
}

/// Checks what a programmer promises; always on, because a wrong number costs more than a comparison.
/// Throws std::logic_error, which a run records as a failed cell.
inline void expect(bool condition, const char* promise) {
  if (!condition) throw std::logic_error(std::string("broken promise: ") + promise);
}

} // namespace core
