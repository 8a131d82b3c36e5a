#pragma once
#include <set>
#include <string>
#include <vector>

#include "experiments/spec/source_text.hpp"
#include "experiments/spec/spec_errors.hpp"
#include "experiments/spec/tree.hpp"

namespace experiments {

/// Collects what is wrong while a study is read, so that reading goes on after a mistake.
class Problems {
 public:
  /// Registers a text; the answer is the `source` of places in it.
  int add_source(SourceText source);
  const SourceText& source(int index) const { return sources_.at(static_cast<std::size_t>(index)); }

  /// Messages read "problem (why) suggestion". Throws SpecErrors where there are more than most_problems, so
  /// that a file that is nothing but mistakes costs no more than a person reads.
  void add(const Place& place, std::string message);

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

} // namespace experiments
