#include "experiments/verify/certify.hpp"

#include <algorithm>
#include <set>

#include "core/random/sha256.hpp"
#include "experiments/plan/shard.hpp"
#include "experiments/run/threads.hpp"
#include "results/record/data_hash.hpp"

namespace experiments {
namespace {

std::string lot(const Plan& plan, const Group& group) {
  const Cell& first = group.cells.front();
  return core::sha256_hex(
      plan.keys[static_cast<std::size_t>(first.setting)] + "/" + std::to_string(first.replicate), 32);
}

std::string data_hash_under(const Study& study, const std::vector<Group>& groups, int threads) {
  results::ResultColumns columns(study.plan.keys, study.plan.replications);
  Threads(threads).execute({study.plan,
                            groups,
                            {},
                            [](const Cell&) { return false; },
                            [](const results::Record&) {},
                            [&](const results::Record& record) { columns.enter(record); }});
  return results::data_hash(study, columns.rows(), columns.failures());
}

} // namespace

bool Certificate::holds() const {
  return std::all_of(runs.begin(), runs.end(),
                     [this](const Run& run) { return run.data_hash == runs.front().data_hash; });
}

std::vector<Group> sample_of_cells(const Plan& plan, std::int64_t cells) {
  std::vector<Group> groups = of_shard(plan, {});
  std::sort(groups.begin(), groups.end(),
            [&plan](const Group& a, const Group& b) { return lot(plan, a) < lot(plan, b); });
  std::set<std::int32_t> seen; // the first setting of a group stands for its data set
  std::vector<Group> sample, rest;
  std::int64_t drawn = 0;
  for (Group& group : groups) {
    const bool first_of_data = seen.insert(group.cells.front().setting).second;
    if (first_of_data) drawn += static_cast<std::int64_t>(group.cells.size());
    (first_of_data ? sample : rest).push_back(std::move(group));
  }
  for (std::size_t i = 0; i < rest.size() && drawn < cells; ++i) {
    drawn += static_cast<std::int64_t>(rest[i].cells.size());
    sample.push_back(std::move(rest[i]));
  }
  return sample;
}

Certificate certify(const Study& study, std::int64_t cells, const std::vector<int>& threads) {
  const std::vector<Group> sample = sample_of_cells(study.plan, cells);
  Certificate out;
  for (const Group& group : sample) out.cells += static_cast<std::int64_t>(group.cells.size());
  for (const int count : threads) out.runs.push_back({count, data_hash_under(study, sample, count)});
  return out;
}

} // namespace experiments
