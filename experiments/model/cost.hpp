#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/catalog/setting.hpp"
#include "experiments/cost/training.hpp"

namespace experiments::own_data {

/// From this many training rows on, the defaults of a model are others: cross-validation chooses lambda, and
/// a bandwidth in medians is counted in the median over a fixed sample of pairs.
inline constexpr std::int64_t many_rows = 2000;

/// What a model will take, guessed from its setting and sizes before anything is allocated: as good as the
/// expected cost of a cell (experiments/plan/cost.hpp).
struct Cost {
  double fits = 1;           ///< solved problems
  double seconds = 0;        ///< of one processor
  double bytes = 0;          ///< at most, all together
  bool whole_matrix = false; ///< is a matrix of rows x rows among them?

  /// The parts that are fitted one after the other; empty where there is one.
  struct Part {
    double fits, seconds;
  };
  std::vector<Part> parts{};

  std::string text() const; ///< about 12 s and 300 MB

  /// The share of the time that the first so many fits take, in proportion within each part; at most 1.
  double share_of(std::int64_t fits) const;
};

Cost cost_of(const Setting& setting, const Size& size);

/// The cost of all these, one after the other.
Cost cost_of_all(const std::vector<Setting>& settings, const Size& size);

/// How far it is after so many fits and seconds: "120 of about 600 fits, 12s passed, about 48s left". What is
/// left is told by the time that the fits took so far; before the first, by the guess.
std::string advance_text(const Cost& guess, std::int64_t fits, double seconds);

/// Throws UserError, saying what to do, where that is more than a day.
void require_time(const Cost& cost);

/// Throws UserError, saying what to do, where that is more than the memory that is left.
void require_memory(const Cost& cost, const Size& size, double available);

} // namespace experiments::own_data
