#pragma once
#include <memory>
#include <string>

#include "core/estimate/estimator.hpp"
#include "core/settings/parameters.hpp"
#include "datasets/source/source.hpp"
#include "results/record/record.hpp"

namespace experiments {

/// One data set x classifier x method with every parameter resolved: all that decides a cell's numbers beside
/// the replicate. A method that takes no classifier, or no lambda, has a choice without an id in that place.
struct Setting {
  core::Choice data{}, classifier{}, method{}, tuning{};
  std::uint64_t seed = 1;
};

/// Canonical text: JSON with sorted keys and shortest round-trip numbers, revisions included, names and
/// labels not, nor what stands at its default: a parameter that is added later moves no key and no stream.
/// Two settings are the same if and only if their texts are. The key of a setting is the first 32 digits of
/// its SHA-256.
std::string canonical(const Setting& setting);
std::string key_of(const Setting& setting);

/// The setting whose canonical text this is: a stored number can be replayed from it alone. Throws UserError
/// where an id, a parameter or a revision is not of this program.
Setting parse_setting(const std::string& canonical_text);

/// Whether a stored text is one of older programs, which wrote every default out.
bool spells_defaults_out(const std::string& stored_text);

std::unique_ptr<datasets::Source> build_source(const Setting& setting);
std::unique_ptr<core::ProbabilityEstimator> build_estimator(const Setting& setting);

/// What names the random streams of one replicate of this setting's data.
core::StreamAxes stream_axes(const Setting& setting, std::int32_t replicate);

} // namespace experiments
