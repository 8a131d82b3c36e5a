#pragma once
#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Series: the vectors of numbers a cell stores beside its single values, such as a tuning criterion's whole
// curve over lambda or the breakpoints of a solution path. Each is a column of a small table of the cell and
// is called
// "<table>.<column>": criterion.lambda and criterion.value, path.pi and path.beta_0.
namespace results {

/// The series of one cell. The columns of one table have one length.
using SeriesByName = std::map<std::string, std::vector<double>>;

struct SeriesName {
  std::string table, column;
  std::string text() const { return table + "." + column; }
};

/// The two parts of a name: letters, digits and underscores on both sides of one dot. Nothing for other
/// texts, nor for a column called row, point or replicate, which have a meaning of their own in results.h5.
std::optional<SeriesName> series_name(std::string_view text);

/// Whether every name is one and the columns of each table have one length: what every record must satisfy.
bool is_even(const SeriesByName& series);

/// One table of many cells in long form, their points one under the other. A cell without the table, or with
/// an empty one, has no points.
struct SeriesTable {
  std::vector<std::int32_t> row; ///< whose point this is: index into Rows, ascending
  std::map<std::string, std::vector<double>>
      columns; ///< as long as row; NaN where a cell has only other columns
};

/// Which points are of a row: [first, second). Binary search.
std::pair<std::size_t, std::size_t> points_of(const SeriesTable& table, std::int32_t row);

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

/// Whether a value is what a user's program measured: its name is "<number>@<program>", so that another
/// program's number is another value.
bool is_measured(std::string_view name);

/// Whether a cell holds a value because its study asks for it: a metric, or what follows from the metrics
/// that are asked for (`degenerate`, `test_points`). A cell holds all other values, and all series, whatever
/// is asked.
bool is_asked_for(const std::string& name);

/// The most metrics of a study.
constexpr std::size_t most_metrics = 64;

/// Which of the values that a study asks for a cell holds, NaN among them: bit k is that of names[k]. At most
/// most_metrics names.
using HeldValues = std::uint64_t;
HeldValues held_values(const Record& record, std::span<const std::string> names);
HeldValues all_values(std::span<const std::string> names);

/// What a report asks cells for beside metrics. A cell holds it whatever is asked, unless an older program
/// computed it.
struct AskedFacts {
  std::vector<std::string> diagnostics{}; ///< by name
  std::vector<std::string> tables{};      ///< of series, such as prediction

  bool empty() const { return diagnostics.empty() && tables.empty(); }
};

/// Notes in a computed record which of these facts its method does not have: NaN for a diagnostic, and an
/// empty series "<table>.none" for a table. Columns take neither in.
void note_absent(Record& record, const AskedFacts& asked);

/// What a record says of these facts, diagnostics first: bit k of `answered` where it has fact k or notes its
/// absence, of `present` where it has it. The first 64 facts count.
struct FactsOfCell {
  std::uint64_t answered = 0, present = 0;
};
FactsOfCell facts_of(const Record& record, const AskedFacts& asked);

/// Adds what a further computation of the same cell holds and this record lacks.
void complete(Record& record, const Record& further);

/// The text as every one of our files can hold it: each byte that is no UTF-8 and each zero byte, which ends
/// a text in HDF5, becomes U+FFFD. So a record taken in from memory is the one read back from its journal.
std::string storable(const std::string& text);

/// Whether two numbers have the same bits; all NaN count as one, 0 and -0 as two.
inline bool same_bits(double one, double other) {
  if (std::isnan(one) || std::isnan(other)) return std::isnan(one) && std::isnan(other);
  return std::bit_cast<std::uint64_t>(one) == std::bit_cast<std::uint64_t>(other);
}

/// "SIGSEGV" of 11; "signal 99" where the machine has no name for it.
std::string signal_name(int signal);

} // namespace results
