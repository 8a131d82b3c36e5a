#pragma once
#include <string>

#include "results/record/columns.hpp"

namespace results {

/// Every stored cell of a study for a program to read: CSV as RFC 4180 has it, a row each replicate at each
/// place of the design. The columns are the axes by name, empty where a place has none; `setting`, the key of
/// the computation, which several places may share; `replicate`; `status`, which is ok, not_converged or
/// failed; then each metric and diagnostic by name. A number is the shortest decimal that reads back as the
/// same double; inf and -inf stand for themselves, what does not exist is empty. An axis that is called like
/// another column has `axis_` before its name. Rows lie by point of the design, then by replicate. Cost: the
/// text, about 10 bytes a value.
std::string rows_of(const Results& results);

} // namespace results
