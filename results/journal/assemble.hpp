#pragma once
#include <span>

#include "results/results.hpp"

namespace results {

/// From records to columns: the rows of the study's cells sorted by (setting, replicate), a failure for each
/// failed cell, and the data_hash. Records must be distinct cells; those of settings or replicates that are
/// not the study's (the config was changed since) are left out. Failures carry no replay command yet, and
/// provenance is empty.
Results assemble(StudyCard card, std::span<const Record> records);

} // namespace results
