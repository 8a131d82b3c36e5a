#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <string>

#include "results/series.hpp"

namespace results {

/// The identity of one cell: the setting (data set x classifier x method, all parameters resolved) by the
/// SHA-256 of its canonical text, and the replicate. Never a position, a file name or a thread.
struct Key {
  std::string setting;        ///< 32 lower-case hexadecimal digits
  std::int32_t replicate = 0; ///< 0-based

  auto operator<=>(const Key&) const = default;
  std::string text() const { return setting + "/" + std::to_string(replicate); }
};

enum class Outcome : std::int32_t { ok = 0, not_converged = 1, failed = 2 };

/// What one cell came to. Plain data.
struct Record {
  Key key;
  Outcome outcome = Outcome::ok;
  std::map<std::string, double> values{}; ///< metrics and diagnostics by name; inf and nan are legitimate
  SeriesByName series{};                  ///< vectors beside them, such as a criterion's curve
  std::string stage{}, error{};           ///< of a failed cell: where, and the exception's sentence
  int signal = 0;                         ///< that ended the process of the cell; 0 = none
  std::string stderr_tail{};              ///< the last lines it wrote to standard error, at most 2 KiB
  double seconds = 0;                     ///< thread time spent; kept out of data_hash
};

/// Where finished cells go. append is called from many threads and must be safe; it returns when the record
/// would survive SIGKILL.
struct Sink {
  virtual ~Sink() = default;
  virtual void append(const Record&) = 0;
};

} // namespace results
