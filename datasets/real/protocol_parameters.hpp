#pragma once
#include "core/settings/parameter.hpp"
#include "datasets/real/real_source.hpp"

namespace datasets::real {

/// What a config may say about the protocol of a data set: split with its sizes, sampling, standardise and,
/// where its rows are arrays of genes, which of these are inputs.
struct ProtocolDefaults {
  std::string split = "random", standardise = "train";
  bool has_genes = false;
  std::vector<std::string> splits{"random", "folds", "one_fold"}; ///< those the data set offers
};
std::vector<core::ParameterSpec> protocol_parameters(const ProtocolDefaults& defaults);

/// The protocol these parameters describe; what a split does not use may be missing.
Protocol protocol_of(const core::Parameters& parameters);

/// Whether a file's classes are two sides or each a class of its own.
const core::Parameter<encoding::Classes>& classes_parameter();

/// How these parameters say that columns are standardised.
Protocol::Standardise standardise_of(const core::Parameters& parameters);

} // namespace datasets::real
