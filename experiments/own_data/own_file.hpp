#pragma once
#include <string>

#include "datasets/readers/text_file.hpp"

namespace experiments::own_data {

/// Whether the word names a listed data set in files, and no file of that name lies in the working directory.
bool names_listed_data(const std::string& word);

/// The bytes of a file in the working directory, or else in a data folder. Throws UserError where there is
/// none, with the listed data set that was perhaps meant.
datasets::readers::TextFile read_own_file(const std::string& path);

} // namespace experiments::own_data
