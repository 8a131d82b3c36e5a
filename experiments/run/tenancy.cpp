#include "experiments/run/tenancy.hpp"

#include "core/contract.hpp"

namespace experiments {

void require_same_division(const results::RunDirectory& directory, const Shard& shard) {
  if (shard.count == 1) return;
  const std::string ending = "-of-" + std::to_string(shard.count);
  for (const std::filesystem::path& journal : directory.journals()) {
    const std::string part = journal.stem().string(); // journal-1-of-2
    const std::size_t of = part.rfind("-of-");
    core::require(of == std::string::npos || part.ends_with(ending),
                  directory.path.string() + " holds shards of " +
                      part.substr(std::min(of, part.size() - 4) + 4) + " (" + journal.filename().string() +
                      "), and this is one of " + std::to_string(shard.count) +
                      " (shards of two numbers overlap and leave gaps) use the same number, or complete it "
                      "undivided: the same command without --shard");
  }
}

} // namespace experiments
