#pragma once
#include <string>

#include "core/sample/types.hpp"
#include "datasets/real/observations.hpp"

// How often each row counts: a column of the file (core/sample/observation_weights.hpp).
namespace experiments::own_data {

/// Takes the column of the weights out of the inputs. Throws UserError where no input is left.
void leave_out_weights(datasets::real::Reading& reading, const std::string& column);

/// The weights [n] of the rows, in the column that a person names. Throws UserError with file, line and
/// column for one that is missing, no number, not finite or negative, where all are 0, and where the column
/// is the label or an input.
core::Vector weights_in(const datasets::real::Reading& reading, const std::string& column);

/// Throws UserError where every row of a class has weight 0.
void require_weight_of_every_class(const datasets::real::Reading& reading, const core::Vector& weights);

/// "2 rows have weight 0 in column 'w' and are left out."
std::string note_of_weightless(std::size_t rows, const std::string& column);

} // namespace experiments::own_data
