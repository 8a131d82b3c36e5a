#pragma once
#include "core/parameters.hpp"

namespace experiments::own_data {

/// The catalogue's entry of a data set without what divides it: how it is read, encoded and coded is all that
/// a model may be told. Rows are standardised by the training part or not at all; the positive class of a
/// file may be left open ("auto").
core::Entry data_entry(const core::Entry& listed);

} // namespace experiments::own_data
