#pragma once
#include "datasets/real/description.hpp"

namespace datasets::real {

enum class Label { first, last };

/// The table with its first or last column as the class and all others as inputs.
Reading labelled(readers::RawTable table, Label label);

/// The table with its columns called so, from the first. Throws UserError where it has another number of
/// columns.
readers::RawTable named(readers::RawTable table, const std::vector<std::string>& names);

/// Numbers [n x p] as a table with columns 1, 2, ... behind a column of classes.
Reading labelled(const core::Matrix& x, std::vector<std::string> classes, const std::string& file);

/// These rows of a reading, in this order.
Reading rows_of(const Reading& reading, const std::vector<std::size_t>& rows);

} // namespace datasets::real
