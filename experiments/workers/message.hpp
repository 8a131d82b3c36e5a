#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/sample/types.hpp"

// What we and a worker, a program in another language, say to each other (docs/workers.md): 16 bytes
// "MLAB1 nnnnnnnnn\n" with the length of the header in decimal digits; the header, a JSON object in UTF-8;
// then the arrays that it lists, one after the other, little-endian doubles in column-major order.
namespace experiments::workers {

/// A vector, a matrix, or an array of up to four dimensions.
struct Array {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<double> values; ///< column-major, as many as the shape says
};

Array array(const std::string& name, const core::Vector& values);
Array array(const std::string& name, const core::Matrix& values);
Array array(const std::string& name, const std::vector<double>& values);

struct Message {
  std::string header; ///< a JSON object without its `arrays`
  std::vector<Array> arrays{};

  /// nullptr where there is none of this name.
  const Array* find(const std::string& name) const;
};

/// The bytes of a message. The header must be a JSON object; throws std::logic_error where it is none.
std::string encoded(const Message& message);

/// Bytes that are no message.
struct FramingError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Puts messages together from bytes as they arrive.
class MessageReader {
 public:
  static constexpr std::size_t most_header = std::size_t{1} << 20; ///< bytes
  static constexpr std::size_t most_values = std::size_t{1} << 27; ///< of all arrays of a message

  void append(const char* bytes, std::size_t count) { pending_.append(bytes, count); }

  /// The next message, once all its bytes are here. Throws FramingError where they are no message.
  std::optional<Message> next();

  bool empty() const { return pending_.empty(); }

 private:
  void read_header();

  std::string pending_;
  std::optional<Message> begun_{}; ///< its header is read, values are not
  std::size_t begin_of_values_ = 0, values_ = 0;
};

} // namespace experiments::workers
