#pragma once
#include <cstdint>
#include <string>

#include "core/sample/types.hpp"

namespace datasets::answers {

/// The first 16 digits of the SHA-256 of what a method is given of a draw: inputs and labels of the training,
/// tuning and test points. The true probabilities are no part of it. Cost: the bytes of the draw.
std::string hash_of(const core::Draw& draw);

/// "example1-0003-9f86d081884c7d65": data set, replicate and hash. It names the draw in files that go to and
/// come from other programs. The hash alone decides; the rest is for people.
std::string draw_name(const std::string& data, std::int32_t replicate, const std::string& hash);

/// The hash at the end of a draw's name; the whole text where it has no dash.
std::string hash_in(const std::string& name);

} // namespace datasets::answers
