#include "results/format/failure_groups.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "results/format/message_pattern.hpp"

namespace results {
namespace {

std::string last_line(const std::string& text) {
  constexpr const char* blanks = " \t\r\n";
  const std::size_t last = text.find_last_not_of(blanks);
  if (last == std::string::npos) return "";
  const std::size_t before = text.find_last_of("\r\n", last);
  const std::size_t first = text.find_first_not_of(blanks, before == std::string::npos ? 0 : before);
  return text.substr(first, last - first + 1);
}

FailureGroup group_of(const std::vector<const Failure*>& alike) {
  const Failure& first = **std::min_element(
      alike.begin(), alike.end(), [](const Failure* a, const Failure* b) { return a->key < b->key; });
  const bool is_varied = std::any_of(alike.begin(), alike.end(),
                                     [&](const Failure* other) { return other->error != first.error; });
  return {first.stage,  first.error, first.signal, last_line(first.stderr_tail),
          alike.size(), is_varied,   first.replay};
}

} // namespace

std::vector<FailureGroup> failure_groups(const std::vector<Failure>& failures) {
  std::map<std::tuple<std::string, std::string, int>, std::vector<const Failure*>> groups;
  for (const Failure& failure : failures)
    groups[{failure.stage, message_pattern(failure.error), failure.signal}].push_back(&failure);
  std::vector<FailureGroup> out;
  for (const auto& [what, alike] : groups) out.push_back(group_of(alike));
  std::stable_sort(out.begin(), out.end(),
                   [](const FailureGroup& a, const FailureGroup& b) { return a.cells > b.cells; });
  return out;
}

} // namespace results
