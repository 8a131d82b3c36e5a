#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/contract.hpp"
#include "experiments/yaml/text.hpp"
#include "experiments/yaml/tree.hpp"

namespace experiments {

/// One text that mistakes can stand in: a file, a key=value of the command line, or another argument of it.
struct SourceText {
  enum class Origin { file, command_line, argument };

  std::string name; ///< the path, the key=value, the argument as given
  Origin origin = Origin::file;
  std::vector<std::string> lines{}; ///< without line ends
};

std::vector<std::string> split_lines(const std::string& text);

/// The bytes of a file without a byte-order mark, or in `refusal` why there are none: "No such file or
/// directory".
struct FileText {
  std::optional<std::string> text;
  std::string refusal;
};

/// Reads a file of at most 1 MiB.
FileText read_file(const std::filesystem::path& path);

/// One mistake in a config, where it stands and what it is. Line and column count from 1; 0 where the text as
/// a whole is meant.
struct Mistake {
  std::string where; ///< a path, or override 'key=value'
  int line = 0, column = 0;
  std::string message;
};

/// Everything wrong with a study, found in one reading. what() is the report for people: one paragraph a
/// mistake, sorted by position, with the offending line and a caret.
struct SpecErrors : core::UserError {
  SpecErrors(const std::string& report, std::vector<Mistake> found)
      : core::UserError(report), mistakes(std::move(found)) {}

  std::vector<Mistake> mistakes;
};

/// Collects what is wrong while a study is read, so that reading goes on after a mistake.
class Problems {
 public:
  /// Registers a text; the answer is the `source` of places in it.
  int add_source(SourceText source);
  const SourceText& source(int index) const { return sources_.at(static_cast<std::size_t>(index)); }

  /// Messages read "problem (why) suggestion". Throws SpecErrors where there are more than most_problems, so
  /// that a file that is nothing but mistakes costs no more than a person reads.
  void add(const Place& place, std::string message);

  /// "table1.yaml:23:32", or the text as a whole.
  std::string position(const Place& place) const;

  static constexpr std::size_t most_problems = 200;

  bool none() const { return found_.empty(); }

  /// Throws SpecErrors with everything collected so far, sorted: files before the command line, then by
  /// position.
  void throw_if_any() const;

 private:
  struct Found {
    Place place;
    std::string message;

    auto operator<=>(const Found&) const = default;
  };

  bool earlier(const Found& a, const Found& b) const;
  std::string paragraph(const Found& found) const;

  std::vector<SourceText> sources_;
  std::vector<Found> found_; ///< in the order of reading
  std::set<Found> known_;
};

/// The line of a place and a caret below its column, each with a gutter:
///     12 | folds: 010
///        |        ^
/// A long line is shown around the column only. Empty where the text has no such line.
std::string excerpt(const SourceText& source, const Place& place);

/// Fewest insertions, deletions, substitutions and swaps of neighbours that turn a into b, no piece edited
/// twice (Damerau-Levenshtein distance, optimal string alignment). Cost |a| |b|.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The accepted word that was probably meant: the nearest one, if at most a third of the letters differ; the
/// part behind the last '/' of an accepted word counts as a spelling of it. Capitals do not matter. The first
/// of equals.
std::optional<std::string> closest(const std::string& word, const std::vector<std::string>& accepted);

/// "a, b, c"; a long list ends with "... (n in all)".
std::string listed(const std::vector<std::string>& words);

/// The sentence that names our word for one of other programs, such as lambda for C, where ours is accepted;
/// empty for any other word.
std::string said_elsewhere(const std::string& word, const std::vector<std::string>& accepted);

/// That sentence, or "(accepted: a, b, c)", and " Did you mean 'b'?" where there is a close one, each with a
/// blank before it.
std::string accepted_and_closest(const std::string& word, const std::vector<std::string>& accepted);

} // namespace experiments
