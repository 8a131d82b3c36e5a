#pragma once
#include "core/parameters.hpp"
#include "datasets/real/real_source.hpp"

namespace datasets::real {

/// What a config may say about the protocol of a data set: split with its sizes, sampling, standardise.
struct ProtocolDefaults {
  std::string split = "random", standardise = "train";
  std::vector<std::string> splits{"random", "folds"}; ///< those the data set offers
};
std::vector<core::ParameterSpec> protocol_parameters(const ProtocolDefaults& defaults);

/// The protocol these parameters describe; what a split does not use may be missing.
Protocol protocol_of(const core::Parameters& parameters);

/// A parameter that takes one of these words, the first unless it is given.
core::ParameterSpec word_parameter(const std::string& key, const std::string& meaning,
                                   const std::vector<std::string>& words);

/// A parameter that takes any text.
core::ParameterSpec text_parameter(const std::string& key, const std::string& meaning,
                                   const std::optional<std::string>& fallback);

} // namespace datasets::real
