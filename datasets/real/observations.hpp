#pragma once
#include <functional>
#include <memory>
#include <string>

#include "datasets/encoding/inputs.hpp"
#include "datasets/encoding/labels.hpp"
#include "datasets/real/description.hpp"

namespace datasets::real {

/// A data set ready to be divided: the rows whose class is coded.
struct Observations {
  encoding::Inputs inputs;          ///< [n x p], NaN where a training part is to fill it
  core::Labels y;                   ///< [n]
  std::vector<std::int64_t> rows;   ///< [n], 0-based numbers of the rows in the file
  std::vector<char> training;       ///< [n], the publisher's training part; empty where there is none
  std::vector<std::string> names{}; ///< of all rows of the file, by their numbers; empty where they have none
  std::vector<std::string> classes{}; ///< [K] where each is a class of its own, empty of two
};

/// How a reading becomes observations.
struct Recipe {
  encoding::ClassCoding classes;
  encoding::Words words = encoding::Words::declared;
  core::Matrix (*preparation)(const core::Matrix&) = nullptr; ///< of all inputs before rows are left out
  encoding::MissingFields missing = encoding::MissingFields::words_are_zero;
};

Observations observations_of(const Reading& reading, const Recipe& recipe);

/// Reads a described data set and asserts what the description says of it: rows, classes with their counts,
/// inputs. Throws UserError where it is missing or another one.
Reading read_asserted(const Description& description);

/// The observations of this name, made by the first who asks and kept for the life of the process. Called
/// from any thread; what making throws is thrown, and the next caller tries again.
std::shared_ptr<const Observations> shared_observations(const std::string& name,
                                                        const std::function<Observations()>& make);

} // namespace datasets::real
