#pragma once
#include "datasets/real/observations.hpp"
#include "datasets/source/catalog_row.hpp"

namespace datasets::real {

/// What a config may say about a described data set: its class coding, its encoding where it has words, its
/// preparation where papers differ, and the protocol. `content` names its bytes, so that it is part of every
/// key.
core::Entry published_entry(const Description& description);

/// Which classes are what label.
encoding::ClassCoding published_classes(const Description& description, const core::Parameters& parameters);

/// What becomes of columns of words; declared where the data set leaves no choice.
encoding::Words published_words(const core::Parameters& parameters);

/// Reads the data set (once a process) and divides it as the parameters say. Throws UserError where it is
/// missing, with the command that gets it.
std::unique_ptr<Source> published_source(const Description& description, const core::Parameters& parameters);

/// Every described data set as a row of the catalogue.
std::vector<CatalogRow> published_rows();

} // namespace datasets::real
