#pragma once
#include <string>

#include "core/contract.hpp"

namespace tests {

/// The sentence a call refuses with; "accepted" where it does not.
template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "accepted";
}

} // namespace tests
