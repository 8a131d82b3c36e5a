#include "results/store/journal_join.hpp"

#include <filesystem>
#include <vector>

#include "core/contract.hpp"
#include "results/store/journal.hpp"

namespace results {

std::int64_t join_journals(const RunDirectory& run) {
  std::vector<std::filesystem::path> parts = run.journals();
  std::erase(parts, run.journal());
  if (parts.empty()) return 0;
  std::int64_t copied = 0;
  Journal whole(run.journal());
  for (const std::filesystem::path& part : parts)
    scan(part, [&](const JournalLine& line) {
      if (const auto record = read_record(line.json)) {
        whole.append(*record);
        ++copied;
      }
    });
  whole.sync();
  for (const std::filesystem::path& part : parts) std::filesystem::remove(part);
  return copied;
}

} // namespace results
