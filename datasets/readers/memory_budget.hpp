#pragma once
#include <cstddef>
#include <string>
#include <string_view>

// What reading a file may take. Asked before anything is allocated, so that a short file cannot ask for a
// vast table: a few MB of gzip unpack to GB of zeros, a sparse row may name column 10^9.
namespace datasets::readers {

/// Bytes that this machine, or the control group that the process is in, has left; 4 GiB where the system
/// does not say.
std::size_t memory_left();

/// Bytes for one file, unpacked, as a table and encoded: half of memory_left().
std::size_t reading_room();

/// What a text takes once it is read, over its own size: few have shorter fields than eight characters.
inline constexpr double table_over_text = 8;

/// At most so many fields of a text: what stands between delimiters, or where ' ' delimits between runs of
/// blanks and tabs, and line ends.
std::size_t most_fields(std::string_view text, char delimiter);

/// Throws UserError, naming file, need and room, where what was read of a file takes more than that.
void require_room(const std::string& file, double bytes, std::size_t room = reading_room());

/// How much memory a table may take once what a sparse file leaves out is written out: 8 MiB and 2 KiB for
/// each byte of the file, at most 2 GiB and reading_room(). So a table in which one number of 1000 is not
/// zero has room.
class MemoryBudget {
 public:
  /// Of a file of so many bytes, which messages call by its name.
  MemoryBudget(std::string name, std::size_t bytes);

  /// Throws UserError where there is no room for so many more bytes `times` over.
  void take(std::size_t bytes, std::size_t times = 1);

 private:
  std::string name_;
  std::size_t left_;
};

} // namespace datasets::readers
