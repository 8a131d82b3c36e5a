#include "results/format/failure_groups.hpp"

#include <algorithm>
#include <map>

namespace results {

std::vector<FailureGroup> failure_groups(const std::vector<Failure>& failures) {
  struct Group {
    std::size_t cells = 0;
    const Failure* first = nullptr;
  };
  std::map<std::pair<std::string, std::string>, Group> groups;
  for (const Failure& failure : failures) {
    Group& group = groups[{failure.stage, failure.error}];
    ++group.cells;
    if (!group.first || failure.key < group.first->key) group.first = &failure;
  }
  std::vector<FailureGroup> out;
  for (const auto& [text, group] : groups)
    out.push_back({text.first, text.second, group.cells, group.first->replay});
  std::stable_sort(out.begin(), out.end(),
                   [](const FailureGroup& a, const FailureGroup& b) { return a.cells > b.cells; });
  return out;
}

} // namespace results
