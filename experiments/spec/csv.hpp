#pragma once
#include <string>
#include <vector>

#include "experiments/spec/problems.hpp"

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

} // namespace experiments
