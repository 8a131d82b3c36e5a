#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "results/hdf5/handle.hpp"

namespace results::hdf5 {

/// Variable-length UTF-8, in memory a char*.
Handle text_type();

/// Adds an attribute that is not there yet: a text, a real number, or a list of integers.
void put_attribute(hid_t object, const std::string& name, const std::string& text);
void put_attribute(hid_t object, const std::string& name, double value);
void put_attribute(hid_t object, const std::string& name, std::span<const std::int32_t> values);

/// The text of an attribute; "" if there is none of that name or it is no variable-length text.
std::string text_attribute(hid_t object, const std::string& name);

} // namespace results::hdf5
