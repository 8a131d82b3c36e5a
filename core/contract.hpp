#pragma once
#include <concepts>
#include <stdexcept>
#include <string>

// How this program says no. A message reads "problem (why it is one) how to mend it".
namespace core {

/// A mistake of the person at the keyboard: a config, an argument, a file. Ends the program with exit code 2.
struct UserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Checks what a user controls; always on. Throws UserError.
inline void require(bool condition, const std::string& message) {
  if (!condition) throw UserError(message);
}

/// The same where the message costs more than the check, for every cell of a table, say: it is made where it
/// is needed.
template <std::invocable Message>
void require(bool condition, const Message& message) {
  if (!condition) throw UserError(message());
}

/// Checks what a programmer promises; always on, because a wrong number costs more than a comparison.
/// Throws std::logic_error, which a run records as a failed cell.
inline void expect(bool condition, const char* promise) {
  if (!condition) throw std::logic_error(std::string("broken promise: ") + promise);
}

} // namespace core
