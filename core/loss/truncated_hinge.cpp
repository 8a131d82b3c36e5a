#include "core/loss/truncated_hinge.hpp"

#include "core/sample/types.hpp"
#include "core/settings/parameters.hpp"

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
