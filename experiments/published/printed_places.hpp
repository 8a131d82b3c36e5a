#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/yaml/diagnostics.hpp"
#include "results/record/study_card.hpp"

namespace experiments {

struct CsvField {
  std::string text; ///< without surrounding blanks
  Place place;
};

/// A table of text: comma-separated, # begins a comment line, blank lines are skipped, no quotes.
struct Csv {
  std::vector<CsvField> header;
  std::vector<std::vector<CsvField>> rows; ///< each as long as the header
};

/// Reports a missing header, lines of another length (which are left out), and quotes.
Csv parse_csv(int source, Problems& problems);

/// What the columns of a table may be called, which must be there, and what they are needed for.
struct ColumnRules {
  std::vector<std::string> accepted, required; ///< in the order they are listed to a user
  std::string need;
};

/// The columns by their names. Reports unknown names and missing ones, and then is nothing; and names that
/// stand twice, of which the first counts.
using Columns = std::map<std::string, std::size_t>;
std::optional<Columns> columns_of(const std::vector<CsvField>& header, const ColumnRules& rules,
                                  Problems& problems);

/// What the numbers of a paper are held against.
struct PublishedContext {
  std::filesystem::path folder; ///< files are relative to it
  const std::vector<results::Axis>& axes;
  const results::Layout& layout;           ///< numbers have no place on an axis that it collapses
  const std::vector<std::string>& metrics; ///< of this study, the improvement and ranks included
  std::vector<std::string> known_metrics;  ///< of the whole catalogue, the improvement included
};

/// How many numbers a study is compared with at most, each counted at every place that stands for it.
inline constexpr std::size_t most_published = 100000;

/// Whether so many more would be too many; then that is reported at the field.
bool are_too_many(std::size_t numbers, const CsvField& field, Problems& problems);

/// Opens the file of published numbers that `node` names, relative to the folder, as a source of problems;
/// reports what cannot be read or breaks the rules of text, and then answers nothing.
std::optional<int> open_published(const Node& node, const std::filesystem::path& folder, Problems& problems);

/// The field as a plain scalar, for the decoders of numbers.
Node as_node(const CsvField& field);

/// The values of an axis that are compared with the numbers a field names: those that stand for the name, or
/// for nothing else and have it. On a numeric axis 0.10 names 0.1.
std::vector<std::string> values_on(const results::Axis& axis, const CsvField& field);

/// Each place at each of these values of an axis.
std::vector<results::Coordinates> multiplied(const std::vector<results::Coordinates>& places,
                                             const std::string& axis, const std::vector<std::string>& values);

/// The files of printed numbers and claims that a config names, by paths that stay below its folder.
std::map<std::string, std::string> printed_files(const Node& root, const std::filesystem::path& folder);

} // namespace experiments
