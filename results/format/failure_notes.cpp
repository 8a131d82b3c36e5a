#include "results/format/failure_notes.hpp"

#include "results/format/failure_groups.hpp"
#include "results/signal_name.hpp"

namespace results {
namespace {

/// How many values stand in for those of failed replicates, over the averages of the table; a percentage is
/// made of averages that are counted already.
std::int64_t values_put_in(const Table& table) {
  std::int64_t count = 0;
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    if (!table.improvement || column.metric.name != *table.improvement) count += cell.ours.put_in;
  });
  return count;
}

std::string policy_line(FailurePolicy policy, const Table& table) {
  if (policy == FailurePolicy::error)
    return "Where a replicate failed there is neither an average nor a verdict (failures: error).";
  if (policy == FailurePolicy::drop)
    return "Averages are over the replicates that gave a value (failures: drop).";
  const std::int64_t count = values_put_in(table);
  return "A failed replicate counts with the worst finite value of the metric on the same data set, unless "
         "all "
         "of its setting failed (failures: worst): " +
         std::to_string(count) + (count == 1 ? " value was" : " values were") +
         " put into the averages of this table.";
}

std::string group_line(const FailureGroup& group) {
  std::string line = std::to_string(group.cells) + (group.cells == 1 ? " cell" : " cells");
  line += group.is_varied ? ", such as: " : ": ";
  if (!group.stage.empty()) line += group.stage + ": ";
  line += group.error;
  if (group.signal != 0) line += "; ended by " + signal_name(group.signal);
  if (!group.last_words.empty()) line += "; last on standard error: " + group.last_words;
  if (!group.replay.empty()) line += "; to see one again: " + group.replay;
  return line;
}

} // namespace

Section failure_notes(const Results& results, const Table& table) {
  Section section{"Failures", {}};
  if (results.failures.empty()) return section;
  section.lines.push_back(policy_line(results.card.layout.failures, table));
  for (const FailureGroup& group : failure_groups(results.failures))
    section.lines.push_back(group_line(group));
  return section;
}

} // namespace results
