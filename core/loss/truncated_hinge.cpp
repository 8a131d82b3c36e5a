#include "core/loss/truncated_hinge.hpp"

#include "core/parameters.hpp"
#include "core/types.hpp"

namespace core {

double TruncatedHinge::s_of(int classes) const {
  if (cut == Cut::minimal) return -1.0 / (classes - 1);
  return cut == Cut::none ? -infinity : s;
}

std::string TruncatedHinge::text() const {
  if (cut == Cut::minimal) return name;
  return std::string(name) + (cut == Cut::none ? " without truncation" : " at " + shortest(s));
}

} // namespace core
